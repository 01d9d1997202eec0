import { useEffect, useState } from 'react';
import {
  EMAIL_NEEDED,
  PASSWORD_NEEDED,
  SIGN_IN_AGAIN,
} from '../../../api/modules/accounts/rules.ts';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { api, read } from '../../lib/api.ts';
import { throwFieldErrors, useForm } from '../../lib/form.ts';
import { hasEnded, pathAfterSignIn, returnPath, withReturnPath } from '../../lib/return-path.ts';
import { AlternativeLink } from './AlternativeLink.tsx';
import { setFlashToast } from './flash-toast.ts';
import { SocialButtons } from './SocialButtons.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { setSignedIn } from './session.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

export function SignIn() {
  const [ended, setEnded] = useState(false);
  useEffect(() => setEnded(hasEnded()), []);
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ email = '', password = '' }) => {
    throwFieldErrors({
      email: email.trim() ? '' : EMAIL_NEEDED,
      password: password ? '' : PASSWORD_NEEDED,
    });
    const { data, message } = await read(api.user['sign-in'].$post({ json: { email, password } }));
    setFlashToast(message);
    setSignedIn(data);
    location.assign(
      data.isVerified ? pathAfterSignIn(data) : withReturnPath('/verify-email', returnPath()),
    );
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
      <SubmitButton form={form} label="Log In" busy="Logging in..." />
      <SocialButtons />
      <AlternativeLink text="New here?" label="Create an account" path="/sign-up" />
    </form>
  );
}
