import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordHints } from './PasswordHints.tsx';

/** Plain HTML; create-password.ts sends it. */
export const CreatePasswordForm = () => (
  <>
    <AccountForm name="create-password" label="Reset Password" busy="Saving...">
      <PasswordField label="New Password" name="password" autoComplete="new-password" />
      <PasswordHints password="" names={['length', 'digit', 'special']} />
      <PasswordField label="Confirm New Password" name="confirm" autoComplete="new-password" />
    </AccountForm>
    <p className="notice" role="status" data-done-notice hidden>
      <span /> <a href="/sign-in">To the sign-in page</a>
    </p>
    <div className="stack" data-keys hidden>
      <p>These are still yours, too. Remove in your settings what you do not know.</p>
      <ul />
    </div>
  </>
);
