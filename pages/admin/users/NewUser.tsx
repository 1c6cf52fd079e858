import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'vike/client/router';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { Role } from '#src/shared/viewer.ts';
import { apis, userPath, usersPath } from './addresses.ts';
import { generatePassword } from './generate-password.ts';
import { RoleField } from './RoleField.tsx';

/** An account for somebody else (specification 2, section 7). */
export function NewUser() {
  const { t } = useTexts('admin-users');
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>('user');
  const { form, errors, error, submit } = useForm<AdminUser>(apis.user, {
    onSuccess({ id }) {
      toast({ title: t('create.done') });
      queryClient.clear(); // the lists have one more
      void navigate(userPath(id));
    },
  });
  return (
    <>
      <p className="mb-4">
        <a href={usersPath} className="inline-flex min-h-10 items-center gap-2 font-semibold hover:underline">
          <ArrowLeft aria-hidden size={18} />
          {t('back')}
        </a>
      </p>
      <h2 className="mb-2 text-2xl">{t('create.title')}</h2>
      <p className="mb-5 max-w-2xl text-ink-soft">{t('create.text')}</p>
      <form {...form} className="max-w-2xl space-y-5" autoComplete="off">
        <FormError title={t('create.failed')}>{error ? (error.text ?? t('common:error.retry')) : undefined}</FormError>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('create.username')} name="username" maxLength={40} required error={errors.username} />
          <Field label={t('create.email')} name="email" type="email" required error={errors.email} />
        </div>
        <PasswordField error={errors.password} />
        <RoleField value={role} onChange={setRole} error={errors.role} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('create.firstName')} name="firstName" maxLength={80} error={errors.firstName} />
          <Field label={t('create.lastName')} name="lastName" maxLength={80} error={errors.lastName} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button {...submit}>{t('create.submit')}</Button>
          <ButtonLink href={usersPath} look="plain">
            {t('admin:cancel')}
          </ButtonLink>
        </div>
      </form>
    </>
  );
}

/** A password, typed or generated; a generated one is shown, as somebody has to pass it on. */
function PasswordField({ error }: { error: string | undefined }) {
  const { t } = useTexts('admin-users');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const generate = () => {
    setPassword(generatePassword());
    setShown(true);
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field
        label={t('create.password')}
        name="password"
        hint={t('create.passwordHint')}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={error}
        className="pr-12"
        action={
          <button
            type="button"
            aria-label={t(shown ? 'create.hide' : 'create.show')}
            onClick={() => setShown(!shown)}
            className="grid size-11 place-items-center rounded-sm text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden size={20} />
          </button>
        }
      />
      <Button look="plain" onClick={generate} className="sm:mt-7">
        {t('create.generate')}
      </Button>
    </div>
  );
}
