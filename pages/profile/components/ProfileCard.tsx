import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import type { Profile } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { toast } from '#renderer/ui/toast.tsx';

const address = '/api/users/profile/picture';
const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Who somebody is at a glance, and the picture, which can be changed here. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation<Profile, ApiError, File | null>({
    mutationFn: (file) => fetchApi(address, file ? { method: 'PUT', body: file } : { method: 'DELETE' }),
    onSuccess(changed) {
      queryClient.setQueryData(['/api/users/profile'], changed);
      void queryClient.invalidateQueries({ queryKey: ['/api/users/activity?page=1'] });
      toast({ title: t('updated') });
    },
    onError: (error) =>
      toast({ title: t('updateFailed'), text: error.text ?? t('common:error.retry'), look: 'danger' }),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // the same file may be chosen again
    if (file) change.mutate(file);
  };
  const fullName = [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  return (
    <header className="slip flex flex-wrap items-center gap-5 p-5 sm:p-7">
      <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-sm border-2 border-ink bg-paper">
        {profile.profileImageUrl ? (
          <img src={profile.profileImageUrl} alt="" width={80} height={80} className="size-full object-cover" />
        ) : (
          <UserRound aria-hidden size={40} />
        )}
      </span>
      <div className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        <h1 className="text-3xl">
          {fullName || profile.username}
          {profile.role !== 'user' && (
            <span className="ml-3 inline-block rounded-sm bg-ink px-2 py-0.5 align-middle font-sans text-sm font-semibold text-paper">
              {t(`role.${profile.role}`)}
            </span>
          )}
        </h1>
        <p className="text-ink-soft">
          {fullName ? t('names', { username: profile.username, email: profile.email }) : profile.email}
        </p>
        {profile.phoneNumber && <p className="text-ink-soft tabular-nums">{profile.phoneNumber}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <input ref={input} type="file" accept={types} onChange={choose} className="sr-only" tabIndex={-1} aria-hidden />
        <Button look="plain" size="sm" busy={change.isPending} onClick={() => input.current?.click()}>
          {t(change.isPending ? 'picture.sending' : 'picture.change')}
        </Button>
        {profile.profileImageUrl && (
          <Button look="quiet" size="sm" busy={change.isPending} onClick={() => change.mutate(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
    </header>
  );
}
