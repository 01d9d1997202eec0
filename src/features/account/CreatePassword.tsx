import { useEffect, useState } from 'react';
import { PasswordField } from '../../components/PasswordField.tsx';
import { toast } from '../../components/toast.ts';
import { api, read } from '../../lib/api.ts';
import { throwFieldErrors, useForm } from '../../lib/form.ts';
import { PasswordHints } from './PasswordHints.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { validateNewPassword } from './validation.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

const DIFFER = 'Passwords do not match';
const PAUSE_MS = 2_000;

/** The form behind a reset link; the token is the last segment of the path. */
export function CreatePassword() {
  const [done, setDone] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ password = '', confirm = '' }) => {
    throwFieldErrors({ password: validateNewPassword(password) });
    throwFieldErrors({ confirm: password === confirm ? '' : DIFFER });
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
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
        {...form.field('password')}
      />
      <PasswordHints password={password} names={['length', 'digit', 'special']} />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        {...form.field('confirm')}
      />
      <SubmitButton form={form} label="Reset Password" busy="Saving..." />
    </form>
  );
}
