import { SECOND_STEP } from '../../../api/modules/accounts/second-factor/texts.ts';
import { SIGN_IN_AGAIN } from '../../../api/modules/accounts/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** Plain HTML; sign-in.ts sends it, and shows the second step to people with a second factor. */
export const SignInForm = () => (
  <>
    <PasswordStep />
    <SecondStep />
  </>
);

const SecondStep = () => (
  <AccountForm
    name="second-step"
    label="Continue"
    busy="Checking..."
    hidden
    after={
      <>
        <Button wide data-passkey hidden>
          Use a passkey
        </Button>
        <p className="account__note">
          <button className="link" type="button" data-lost-factors>
            I have lost all of them
          </button>
        </p>
        <p className="notice" role="status" data-lost-factors-answer hidden />
        <p className="account__note">
          <a href="/sign-in" data-preserve-next>
            Start again
          </a>
        </p>
      </>
    }
  >
    <p className="muted">{SECOND_STEP}</p>
    <Field
      label="Code from your app, or a recovery code"
      name="code"
      autoComplete="one-time-code"
    />
  </AccountForm>
);

const PasswordStep = () => (
  <AccountForm
    name="sign-in"
    label="Log In"
    busy="Logging in..."
    after={
      <>
        <SocialButtons />
        <p className="account__note" data-other-form>
          New here?{' '}
          <a href="/sign-up" data-preserve-next>
            Create an account
          </a>
        </p>
      </>
    }
  >
    <p className="notice" role="status" data-ended hidden>
      {SIGN_IN_AGAIN}
    </p>
    <Field label="Email Address" type="email" name="email" autoComplete="email" />
    <PasswordField label="Password" name="password" autoComplete="current-password" />
    <p className="account__note">
      <a href="/forgot-password">Forgot Password?</a>
    </p>
  </AccountForm>
);
