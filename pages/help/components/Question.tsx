import { Plus } from 'lucide-react';
import { type Blocks, Prose } from '#renderer/components/texts/RichText.tsx';

export interface QuestionText {
  question: string;
  answer: Blocks;
}

/** A question that opens to its answer, without scripts too. */
export function Question({ question, answer }: QuestionText) {
  return (
    <details className="group border-b border-rule">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-3 text-lg font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
        {question}
        <Plus aria-hidden size={20} className="shrink-0 transition-transform duration-150 group-open:rotate-45" />
      </summary>
      <div className="pt-1 pb-5">
        <Prose blocks={answer} />
      </div>
    </details>
  );
}
