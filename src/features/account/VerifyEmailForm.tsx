import { AccountForm } from './AccountForm.tsx';
import { CodeBoxes } from './CodeBoxes.tsx';

/** Plain HTML; verify-email.ts shows it to unverified users, and sends it. */
export const VerifyEmailForm = () => (
  <>
    <div className="spinner spinner--page" role="status" aria-label="Loading" data-checking />
    <AccountForm
      name="verify-email"
      label="Verify"
      busy="Verifying..."
      problemId="code-problem"
      hidden
      after={
        <>
          <p className="account__note">
            No mail?{' '}
            <button className="link" type="button" data-resend>
              Send a new code
            </button>
          </p>
          <p className="account__note">
            Wrong address?{' '}
            <button className="link" type="button" data-start-over>
              Use another one
            </button>
          </p>
        </>
      }
    >
      <p className="muted">
        We sent six digits to <strong className="account__email" />. They are good for ten minutes.
      </p>
      <CodeBoxes />
    </AccountForm>
  </>
);
