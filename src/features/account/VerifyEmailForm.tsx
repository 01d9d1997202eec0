import { AccountForm } from './AccountForm.tsx';
import { CodeBoxes } from './CodeBoxes.tsx';

/** Plain HTML; verify-email.ts shows the parts for the visitor's state (`data-for`), and sends it. */
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
          <p className="muted text-15 account__note" data-for="unverified">
            No mail?{' '}
            <button className="link" type="button" data-resend>
              Send a new code
            </button>
          </p>
          <p className="muted text-15 account__note" data-for="unverified">
            Wrong address?{' '}
            <button className="link" type="button" data-start-over>
              Use another one
            </button>
          </p>
        </>
      }
    >
      <p className="muted" data-for="unverified">
        We sent six digits to <strong className="account__email" />. They expire in ten minutes.
      </p>
      <p data-for="visitor">
        <a href="/sign-in" data-preserve-next>
          Sign in
        </a>{' '}
        first: the code belongs to the account to which it was sent.
      </p>
      <p data-for="verified">
        Your e-mail address is verified already. <a href="/">Return Home</a>
      </p>
      <CodeBoxes />
    </AccountForm>
  </>
);
