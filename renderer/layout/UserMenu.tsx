import { useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useTexts } from '#renderer/app/texts.ts';
import type { SessionUser } from '#src/shared/viewer.ts';
import { leave } from '../app/session.ts';
import { buttonClasses } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { toast } from '../ui/toast.tsx';

export function UserMenu({ username, role }: Pick<SessionUser, 'username' | 'role'>) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const logout = async () => {
    const ended = await leave(queryClient);
    toast(ended ? { title: t('loggedOut') } : { title: t('logoutFailed'), look: 'danger' });
  };
  return (
    <Menu
      trigger={{
        label: t('account', { username }),
        className: buttonClasses('plain', 'sm'),
        children: (
          <>
            <UserRound aria-hidden size={18} />
            <span className="max-w-32 truncate max-sm:sr-only">{username}</span>
          </>
        ),
      }}
      heading={username}
      items={() => [
        { label: t('profile'), href: '/profile' },
        ...(role === 'admin' ? [{ label: t('nav.admin'), href: '/admin' }] : []),
        { label: t('logout'), onSelect: () => void logout() },
      ]}
    />
  );
}
