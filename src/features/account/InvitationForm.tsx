import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordHints } from './PasswordHints.tsx';

/** Plain HTML; invitation.ts sends it. */
export const InvitationForm = () => (
  <AccountForm name="invitation" label="Accept the invitation" busy="Saving...">
    <Field label="Full Name" name="name" autoComplete="name" />
    <PasswordField label="Password" name="password" autoComplete="new-password" />
    <PasswordHints password="" names={['length', 'digit', 'special']} />
    <PasswordField label="Confirm Password" name="confirm" autoComplete="new-password" />
  </AccountForm>
);
