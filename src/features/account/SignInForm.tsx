import { SECOND_STEP } from '../../../api/modules/accounts/second-factor/texts.ts';
import { SIGN_IN_AGAIN } from '../../../api/modules/accounts/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { CodeBoxes } from './CodeBoxes.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** Plain HTML; sign-in.ts sends it, and shows the step for a mailed code or a second factor when it is needed. */
export const SignInForm = () => (
  <>
    <p className="notice" role="status" data-code-elsewhere hidden>
      The code <strong className="mono" /> works only in the browser that asked for it. Type it
      there.
    </p>
    <PasswordStep />
    <CodeStep />
    <SecondStep />
  </>
);

const CodeStep = () => (
  <>
    <AccountForm
      name="mailed-code"
      label="Sign in"
      busy="Signing in..."
      problemId="code-problem"
      hidden
      after={
        <>
          <p className="muted text-15 account__note" data-before-name>
            No mail?{' '}
            <button className="link" type="button" data-resend>
              Send a new code
            </button>
          </p>
          <p className="muted text-15 account__note">
            <a href="/sign-in" data-preserve-next>
              Start again
            </a>
          </p>
        </>
      }
    >
      <p className="muted" data-before-name>
        We sent a mail to <strong className="account__email" />. The code in it works for ten
        minutes, in this browser.
      </p>
      <CodeBoxes />
      <div data-code-name hidden>
        <Field label="Full Name" name="name" autoComplete="name" />
      </div>
    </AccountForm>
    <AccountForm name="not-me" label="Sign out every device" busy="Signing out..." hidden>
      <p className="muted">
        Every device will be signed out, this one too. Password and codes by mail sign nobody in
        until you have set a new password, and keys that were added since are suspended.
      </p>
    </AccountForm>
    <p className="notice" role="status" data-not-me-done hidden>
      <span /> <a href="/forgot-password">Set a new password</a>
    </p>
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
        <p className="muted text-15 account__note">
          <button className="link" type="button" data-lost-factors>
            I have lost all of them
          </button>
        </p>
        <p className="notice" role="status" data-lost-factors-answer hidden />
        <p className="muted text-15 account__note">
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
        <Button wide data-mail-code>
          E-mail me a code
        </Button>
        <SocialButtons />
        <p className="muted text-15 account__note">
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
    <Field label="Email Address" type="email" name="email" autoComplete="email webauthn" />
    <PasswordField label="Password" name="password" autoComplete="current-password" />
    <p className="muted text-15 account__note">
      <a href="/forgot-password">Forgot Password?</a>
    </p>
  </AccountForm>
);
