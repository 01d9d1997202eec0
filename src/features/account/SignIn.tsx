import { useEffect } from 'react';
import { EMAIL_NEEDED, PASSWORD_NEEDED } from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { Invalid, useForm } from '../../lib/form.ts';
import { nextPath, withNext } from '../../lib/next.ts';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { carryToast } from './carried.ts';
import { OtherWay } from './OtherWay.tsx';
import { Problem } from './Problem.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { enter } from './session.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

export function SignIn() {
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ email = '', password = '' }) => {
    const mistakes = {
      ...(email.trim() ? {} : { email: EMAIL_NEEDED }),
      ...(password ? {} : { password: PASSWORD_NEEDED }),
    };
    const [first] = Object.values(mistakes);
    if (first) throw new Invalid(first, mistakes);
    const { data, message } = await read(api.user['sign-in'].$post({ json: { email, password } }));
    carryToast(message);
    enter(data);
    location.assign(data.isVerified ? nextPath() : withNext('/verify-email', nextPath()));
  });

  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        error={form.mistakes['email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={form.mistakes['password']}
      />
      <p className="account__aside">
        <a href="/forgot-password">Forgot Password?</a>
      </p>
      <Problem text={form.problem} />
      <button className="button button--solid button--wide" type="submit" disabled={form.busy}>
        {form.busy ? 'Logging in...' : 'Log In'}
      </button>
      <SocialButtons />
      <OtherWay text="New here?" label="Create an account" path="/sign-up" />
    </form>
  );
}
