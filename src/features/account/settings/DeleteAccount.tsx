import { useState } from 'react';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { OWNER_STAYS, PASSWORD_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { Button } from '../../../components/Button.tsx';
import { Modal } from '../../../components/Modal.tsx';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormError } from '../FormError.tsx';
import { deleteAccount } from './account-settings-store.ts';

export function DeleteAccount({ user }: { user: UserDto }) {
  const [asking, setAsking] = useState(false);
  if (user.role === 'owner') return <p className="muted">{OWNER_STAYS}</p>;
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && (
        <Modal title="Delete your account?" onClose={() => setAsking(false)}>
          <Confirm onKeep={() => setAsking(false)} />
        </Modal>
      )}
    </div>
  );
}

function Confirm({ onKeep }: { onKeep: () => void }) {
  const form = useForm(async ({ password = '' }) => {
    throwFieldErrors({ password: password ? '' : PASSWORD_NEEDED });
    await deleteAccount(password);
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <p>This cannot be undone. You lose access to your orders and their conversations at once.</p>
      <ul className="settings__effects">
        <li>Name, e-mail, addresses, picture and devices are erased.</li>
        <li>The books of what you ordered and paid stay, without your name.</li>
        <li>Your reviews stay as those of a “Former client”.</li>
      </ul>
      <PasswordField
        label="Your Password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <FormError text={form.problem} />
      <div className="row">
        <Button variant="danger" type="submit" disabled={form.busy}>
          {form.busy ? 'Deleting...' : 'Delete for good'}
        </Button>
        <Button onClick={onKeep}>Keep my account</Button>
      </div>
    </form>
  );
}
