import { inLanguage } from '#modules/voting/rules/localize.ts';
import { usePageContext, useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { LoginRequired } from './LoginRequired.tsx';
import { PayButton, type Paying } from './PayButton.tsx';
import { SlipLine } from './SlipLine.tsx';
import type { Ballot } from './use-ballot.ts';

interface BallotSlipProps {
  ballot: Ballot;
  onCast(): void;
  casting: boolean;
  error: string | undefined;
  paying: Paying;
  /** The session has ended meanwhile. */
  signedOut: boolean;
  onSignedOut(): void;
}

/** The slip of paper: numbered lines, filled from the top, and the box to put it into. */
export function BallotSlip({ ballot, onCast, casting, error, paying, signedOut, onSignedOut }: BallotSlipProps) {
  const { t } = useTexts('vote');
  const { language } = usePageContext();
  const user = useUser();
  return (
    <section
      id="ballot"
      aria-labelledby="ballot-title"
      inert={casting}
      className="slip scroll-mt-20 p-5 max-lg:mb-16 lg:sticky lg:top-20"
    >
      <p className="text-sm text-ink-soft">{inLanguage(ballot.topic, language).name}</p>
      <h2 id="ballot-title" className="text-xl">
        {t('slip.title')}
      </h2>
      <ol className="mt-3">
        {Array.from({ length: ballot.limit }, (_, place) => (
          // A ranked line is its choice: it must stay the same element while it moves, under a finger or a focus.
          <SlipLine key={ballot.ranking[place] ?? `free ${place}`} ballot={ballot} place={place} />
        ))}
      </ol>
      <div className="mt-5 space-y-3">
        <FormError>{ballot.refused ?? (signedOut ? undefined : error)}</FormError>
        {user && !signedOut ? (
          <>
            {ballot.paid ? (
              <PayButton ballot={ballot} paying={paying} onSignedOut={onSignedOut} />
            ) : (
              <Button className="w-full" disabled={ballot.ranking.length === 0} busy={casting} onClick={onCast}>
                {t(casting ? 'slip.casting' : 'slip.cast')}
              </Button>
            )}
            <p className="text-sm text-ink-soft">{t(ballot.paid ? 'slip.oncePaid' : 'slip.once')}</p>
          </>
        ) : (
          <LoginRequired topicId={ballot.topic.id} />
        )}
        <Dialog
          title={t('points.title')}
          closeLabel={t('points.close')}
          trigger={{ className: 'text-sm font-semibold underline underline-offset-4', children: t('points.open') }}
        >
          <div className="space-y-3">
            <p>{t('points.places')}</p>
            <p>{t('points.ties')}</p>
            <p>{t(ballot.topic.status === 'always_open' ? 'points.open_always' : 'points.hidden')}</p>
          </div>
        </Dialog>
      </div>
    </section>
  );
}
