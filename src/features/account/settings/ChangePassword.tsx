import { useState } from 'react';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { PasswordStrength } from '../PasswordStrength.tsx';
import { SentForm } from '../SentForm.tsx';
import { validateNewPassword } from '../validation.ts';
import { savePassword } from './account-settings-store.ts';
import { OwnPassword, ownPasswordProblem, useNoPassword } from './OwnPassword.tsx';
import { $factors } from './second-factor-store.ts';

export function ChangePassword({ email }: { email: string }) {
  const isFirst = useNoPassword();
  const [typed, setTyped] = useState('');
  const [submissions, setSubmissions] = useState(0);

  const form = useForm(async ({ password = '', newPassword = '' }) => {
    throwFieldErrors({
      password: ownPasswordProblem(password),
      newPassword: validateNewPassword(newPassword),
    });
    await savePassword(password, newPassword);
    await $factors.load();
    setTyped('');
    setSubmissions(submissions + 1);
  });

  return (
    <SentForm
      form={form}
      label={[isFirst ? 'Add a password' : 'Change password', 'Saving...']}
      key={submissions}
    >
      {/* Lets a password manager know which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <OwnPassword form={form} label="Current Password" />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
        {...form.field('newPassword')}
      />
      {typed && <PasswordStrength password={typed} />}
    </SentForm>
  );
}
