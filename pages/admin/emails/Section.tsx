import { useState } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { idOf } from '#renderer/data/data.ts';
import { Compose } from './Compose.tsx';
import { Earlier } from './Earlier.tsx';
import { Letter } from './Letter.tsx';
import { Progress } from './Progress.tsx';

/** Broadcasts: one to write, its way out, and the earlier ones; or one of them, with what was written. */
export default function Emails() {
  const { t } = useTexts('admin-emails');
  const { item } = usePageContext().routeParams;
  const [sent, setSent] = useState<number | null>(null);
  if (item) return <Letter id={idOf(item)} />;
  return (
    <div className="space-y-8">
      <Compose onSent={({ id }) => setSent(id)} />
      {sent !== null && (
        <section aria-labelledby="under-way">
          <h2 id="under-way" className="mb-3 text-xl">
            {t('underWay')}
          </h2>
          <Progress key={sent} id={sent} linked />
        </section>
      )}
      <div>
        <h2 className="mb-3 text-xl">{t('earlier')}</h2>
        <Earlier />
      </div>
    </div>
  );
}
