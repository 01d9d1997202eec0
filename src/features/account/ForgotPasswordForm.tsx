import { Field } from '../../components/Field.tsx';
import { AccountForm } from './AccountForm.tsx';

/** Plain HTML; forgot-password.ts sends it. */
export const ForgotPasswordForm = () => (
  <>
    <AccountForm
      name="forgot-password"
      label="Send Reset Link"
      busy="Sending..."
      after={
        <p className="muted text-15 account__note">
          <a href="/sign-in">Back to Login</a>
        </p>
      }
    >
      <Field label="Email Address" type="email" name="email" autoComplete="email" />
    </AccountForm>
    <div className="stack" role="status" data-sent hidden>
      <p>
        If an account exists for <strong className="account__email" />, you will receive a password
        reset link shortly.
      </p>
      <a className="button button--solid button--wide" href="/sign-in">
        Back to Login
      </a>
      <a className="button button--wide" href="mailto:" data-webmail>
        Check Email
      </a>
    </div>
  </>
);
