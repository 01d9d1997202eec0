import type { ReactNode } from 'react';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** Plain HTML; sign-up.ts sends it. `children` is the picture, an island loaded when it is touched. */
export const SignUpForm = ({ children }: { children?: ReactNode }) => (
  <AccountForm
    name="sign-up"
    label="Create Account"
    busy="Creating..."
    after={
      <>
        <SocialButtons />
        <p className="muted text-15 account__note">
          Already registered?{' '}
          <a href="/sign-in" data-preserve-next>
            Sign in
          </a>
        </p>
      </>
    }
  >
    <Field label="Email Address" type="email" name="email" autoComplete="email" />
    <Field label="Full Name" name="name" autoComplete="name" />
    <PasswordField label="Password" name="password" autoComplete="new-password" />
    <PasswordStrength password="" />
    <PasswordField label="Confirm Password" name="confirm" autoComplete="new-password" />
    {children}
    <p className="text-13">
      You sign in with your e-mail address, and we write to it about your orders. Your name appears
      on your orders, messages and reviews. <a href="/privacy">Privacy</a> says what we store and
      for how long, <a href="/terms">Terms</a> what you agree to when you order.
    </p>
  </AccountForm>
);
