import { useEffect, useState } from 'react';
import { charactersOf, PASSWORD_LEAST, PASSWORD_SHORT } from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { Invalid, useForm } from '../../lib/form.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordHints } from './PasswordHints.tsx';
import { Problem } from './Problem.tsx';
import { leaveWhenSignedIn } from './visitors-only.ts';

const DIFFER = 'Passwords do not match';
const PAUSE_MS = 2_000;

/** The form behind a reset link; the token is the last part of the address. */
export function CreatePassword() {
  const [done, setDone] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ password = '', confirm = '' }) => {
    if (charactersOf(password) < PASSWORD_LEAST) {
      throw new Invalid(PASSWORD_SHORT, { password: PASSWORD_SHORT });
    }
    if (password !== confirm) throw new Invalid(DIFFER, { confirm: DIFFER });
    const token = location.pathname.split('/').at(-1) ?? '';
    const call = api.user['reset-password'][':token'].$post({
      param: { token },
      json: { password },
    });
    const { message } = await read(call);
    void toast('success', message);
    setDone(message);
    setTimeout(() => location.assign('/sign-in'), PAUSE_MS);
  });

  if (done) {
    return (
      <p className="notice" role="status">
        {done} <a href="/sign-in">To the sign-in page</a>
      </p>
    );
  }
  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        error={form.mistakes['password']}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordHints password={password} names={['length', 'digit', 'special']} />
      <PasswordField
        label="Confirm New Password"
        name="confirm"
        autoComplete="new-password"
        error={form.mistakes['confirm']}
      />
      <Problem text={form.problem} />
      <button className="button button--solid button--wide" type="submit" disabled={form.busy}>
        {form.busy ? 'Saving...' : 'Reset Password'}
      </button>
    </form>
  );
}
