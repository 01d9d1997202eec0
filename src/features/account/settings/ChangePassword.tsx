import { useState } from 'react';
import { PASSWORD_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { PasswordStrength } from '../PasswordStrength.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { validateNewPassword } from '../validation.ts';
import { savePassword } from './account-settings-store.ts';

export function ChangePassword({ email }: { email: string }) {
  const [typed, setTyped] = useState('');
  const [submissions, setSubmissions] = useState(0);

  const form = useForm(async ({ password = '', newPassword = '' }) => {
    throwFieldErrors({
      password: password ? '' : PASSWORD_NEEDED,
      newPassword: validateNewPassword(newPassword),
    });
    await savePassword(password, newPassword);
    setTyped('');
    setSubmissions(submissions + 1);
  });

  return (
    <form className="stack" noValidate onSubmit={form.onSubmit} key={submissions}>
      {/* Lets a password manager know which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
        {...form.field('newPassword')}
      />
      {typed && <PasswordStrength password={typed} />}
      <SubmitButton form={form} label="Change password" busy="Saving..." plain />
    </form>
  );
}
