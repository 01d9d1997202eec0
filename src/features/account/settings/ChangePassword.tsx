import { useState } from 'react';
import { PASSWORD_NEEDED } from '../../../../api/accounts/rules.ts';
import { refuse, useForm } from '../../../lib/form.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { mistakeInNewPassword } from '../mistakes.ts';
import { Send } from '../Send.tsx';
import { Strength } from '../Strength.tsx';
import { savePassword } from './stores.ts';

export function ChangePassword({ email }: { email: string }) {
  const [typed, setTyped] = useState('');
  const [round, setRound] = useState(0);

  const form = useForm(async ({ password = '', newPassword = '' }) => {
    refuse({
      password: password ? '' : PASSWORD_NEEDED,
      newPassword: mistakeInNewPassword(newPassword),
    });
    await savePassword(password, newPassword);
    setTyped('');
    setRound(round + 1);
  });

  return (
    <form className="account" noValidate onSubmit={form.onSubmit} key={round}>
      {/* Tells a password manager whose password this is. */}
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
      {typed && <Strength password={typed} />}
      <Send form={form} label="Change password" busy="Saving..." className="button" />
    </form>
  );
}
