import type { VerificationKind } from '#modules/accounts/contract/index.ts';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { useAct } from '../components/use-act.ts';
import { apis } from './addresses.ts';

/** Sends the codes that are still to be entered once more. */
export function CodeButtons({ user: { id, codesDue } }: { user: AdminUser }) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {codesDue.map((kind) => (
        <CodeButton key={kind} id={id} kind={kind} />
      ))}
    </div>
  );
}

function CodeButton({ id, kind }: { id: number; kind: VerificationKind }) {
  const { t } = useTexts('admin-users');
  const { act, busy } = useAct({ done: t(`codes.sent.${kind}`), failed: t('codes.failed') });
  return (
    <Button
      look="plain"
      size="sm"
      busy={busy}
      onClick={() => act({ address: `${apis.user}/${id}/resend-code`, body: { type: kind } })}
    >
      {t(`codes.${kind}`)}
    </Button>
  );
}
