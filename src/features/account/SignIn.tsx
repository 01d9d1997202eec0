import { useEffect, useState } from 'react';
import { EMAIL_NEEDED, PASSWORD_NEEDED, SIGN_IN_AGAIN } from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { refuse, useForm } from '../../lib/form.ts';
import { hasEnded, nextPath, withNext } from '../../lib/next.ts';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { carryToast } from './carried.ts';
import { OtherWay } from './OtherWay.tsx';
import { Send } from './Send.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { enter } from './session.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

export function SignIn() {
  const [ended, setEnded] = useState(false);
  useEffect(() => setEnded(hasEnded()), []);
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ email = '', password = '' }) => {
    refuse({
      email: email.trim() ? '' : EMAIL_NEEDED,
      password: password ? '' : PASSWORD_NEEDED,
    });
    const { data, message } = await read(api.user['sign-in'].$post({ json: { email, password } }));
    carryToast(message);
    enter(data);
    location.assign(data.isVerified ? nextPath() : withNext('/verify-email', nextPath()));
  });

  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      {ended && (
        <p className="notice" role="status">
          {SIGN_IN_AGAIN}
        </p>
      )}
      <Field label="Email Address" type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <p className="account__aside">
        <a href="/forgot-password">Forgot Password?</a>
      </p>
      <Send form={form} label="Log In" busy="Logging in..." />
      <SocialButtons />
      <OtherWay text="New here?" label="Create an account" path="/sign-up" />
    </form>
  );
}
