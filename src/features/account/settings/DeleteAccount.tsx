import { X } from 'lucide-react';
import { useRef } from 'react';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { OWNER_STAYS, PASSWORD_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { Button } from '../../../components/Button.tsx';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { useForm } from '../../../lib/form.ts';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { FormError } from '../FormError.tsx';
import { deleteAccount } from './stores.ts';

const TITLE = 'delete-title';

export function DeleteAccount({ user }: { user: UserDto }) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (user.role === 'owner') return <p className="muted">{OWNER_STAYS}</p>;
  return (
    <div>
      <Button variant="danger" onClick={() => dialog.current?.showModal()}>
        Delete my account
      </Button>
      <dialog className="dialog" ref={dialog} aria-labelledby={TITLE}>
        <div className="dialog__head">
          <h2 id={TITLE}>Delete your account?</h2>
          <Button
            variant="quiet"
            icon={X}
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          />
        </div>
        <div className="dialog__body">
          <Confirm onKeep={() => dialog.current?.close()} />
        </div>
      </dialog>
    </div>
  );
}

function Confirm({ onKeep }: { onKeep: () => void }) {
  const form = useForm(async ({ password = '' }) => {
    throwFieldErrors({ password: password ? '' : PASSWORD_NEEDED });
    await deleteAccount(password);
  });
  return (
    <form className="account" noValidate onSubmit={form.onSubmit}>
      <p>This cannot be undone. You lose access to your orders and their conversations at once.</p>
      <ul className="settings__points">
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
        <Button variant="quiet" onClick={onKeep}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
