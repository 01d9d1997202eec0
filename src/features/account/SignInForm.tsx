import { SIGN_IN_AGAIN } from '../../../api/modules/accounts/rules.ts';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { AlternativeLink } from './AlternativeLink.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** Plain HTML; sign-in.ts sends it. */
export const SignInForm = () => (
  <AccountForm
    name="sign-in"
    label="Log In"
    busy="Logging in..."
    after={
      <>
        <SocialButtons />
        <AlternativeLink text="New here?" label="Create an account" path="/sign-up" />
      </>
    }
  >
    <p className="notice" role="status" data-ended hidden>
      {SIGN_IN_AGAIN}
    </p>
    <Field label="Email Address" type="email" name="email" autoComplete="email" />
    <PasswordField label="Password" name="password" autoComplete="current-password" />
    <p className="account__aside">
      <a href="/forgot-password">Forgot Password?</a>
    </p>
  </AccountForm>
);
