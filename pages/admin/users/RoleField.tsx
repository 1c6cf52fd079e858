import { useTexts } from '#renderer/app/texts.ts';
import { type Role, roles } from '#src/shared/viewer.ts';
import { SelectField } from './SelectField.tsx';

interface RoleFieldProps {
  value: Role;
  onChange(role: Role): void;
  error: string | undefined;
}

/** What somebody may do, with what that means. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { t } = useTexts('admin-users');
  return (
    <SelectField
      name="role"
      label={t('change.role')}
      hint={t(`change.roleHint.${value}`)}
      value={value}
      onChange={({ target }) => onChange(target.value as Role)}
      options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      error={error}
    />
  );
}
