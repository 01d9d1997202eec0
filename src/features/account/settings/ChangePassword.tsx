import { useState } from 'react';
import {
  charactersOf,
  PASSWORD_LEAST,
  PASSWORD_NEEDED,
  PASSWORD_SHORT,
} from '../../../../api/accounts/rules.ts';
import { Invalid, useForm } from '../../../lib/form.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Problem } from '../Problem.tsx';
import { Strength } from '../Strength.tsx';
import { savePassword } from './stores.ts';

export function ChangePassword({ email }: { email: string }) {
  const [typed, setTyped] = useState('');
  const [round, setRound] = useState(0);

  const form = useForm(async ({ password = '', newPassword = '' }) => {
    const mistakes = {
      ...(password ? {} : { password: PASSWORD_NEEDED }),
      ...(charactersOf(newPassword) >= PASSWORD_LEAST ? {} : { newPassword: PASSWORD_SHORT }),
    };
    const [first] = Object.values(mistakes);
    if (first) throw new Invalid(first, mistakes);
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
        name="password"
        autoComplete="current-password"
        error={form.mistakes['password']}
      />
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        error={form.mistakes['newPassword']}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed && <Strength password={typed} />}
      <Problem text={form.problem} />
      <button className="button" type="submit" disabled={form.busy}>
        {form.busy ? 'Saving...' : 'Change password'}
      </button>
    </form>
  );
}
