import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { Field } from '../../../components/Field.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { SentForm } from '../SentForm.tsx';
import { validateEmail } from '../validation.ts';
import {
  $newEmail,
  cancelEmailChange,
  confirmEmail,
  loadNewEmail,
  requestEmailChange,
} from './account-settings-store.ts';
import { CodeForm } from './CodeForm.tsx';
import { OwnPassword, ownPasswordProblem } from './OwnPassword.tsx';

export function EmailAddress({ user }: { user: UserDto }) {
  const pending = useStore($newEmail);
  useEffect(() => void loadNewEmail(), []);
  return (
    <>
      <p>
        You sign in with <strong className="account__email">{user.email}</strong>.
      </p>
      {pending ? (
        <CodeForm
          email={pending}
          note="You keep your current address until then."
          send={confirmEmail}
          cancel={['Keep my current address', cancelEmailChange]}
        />
      ) : (
        <NewAddress />
      )}
    </>
  );
}

function NewAddress() {
  const form = useForm(async ({ email = '', password = '' }) => {
    throwFieldErrors({
      email: validateEmail(email),
      password: ownPasswordProblem(password),
    });
    await requestEmailChange(email, password);
  });
  return (
    <SentForm form={form} label={['Send a code to it', 'Sending...']}>
      <Field label="New Email Address" type="email" autoComplete="off" {...form.field('email')} />
      <OwnPassword form={form} />
    </SentForm>
  );
}
