import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { FormError } from '../FormError.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { validateCode, validateEmail } from '../validation.ts';
import {
  $newEmail,
  cancelEmailChange,
  confirmEmail,
  loadNewEmail,
  requestEmailChange,
} from './account-settings-store.ts';
import { OwnPassword, ownPasswordProblem } from './OwnPassword.tsx';

export function EmailAddress({ user }: { user: UserDto }) {
  const pending = useStore($newEmail);
  useEffect(() => void loadNewEmail(), []);
  return (
    <>
      <p>
        You sign in with <strong className="account__email">{user.email}</strong>.
      </p>
      {pending ? <Code email={pending} /> : <NewAddress />}
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
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <Field label="New Email Address" type="email" autoComplete="off" {...form.field('email')} />
      <OwnPassword form={form} />
      <SubmitButton form={form} label="Send a code to it" busy="Sending..." plain />
    </form>
  );
}

const PROBLEM = 'new-email-problem';

function Code({ email }: { email: string }) {
  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: validateCode(code) });
    await confirmEmail(code);
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <p className="muted">
        Enter the six-digit code that we sent to <strong className="account__email">{email}</strong>
        . You keep your current address until then.
      </p>
      <CodeBoxes invalid={form.problem !== ''} describedBy={form.problem ? PROBLEM : undefined} />
      <div id={PROBLEM}>
        <FormError text={form.problem} />
      </div>
      <div className="row">
        <Button variant="solid" type="submit" disabled={form.busy}>
          {form.busy ? 'Checking...' : 'Confirm address'}
        </Button>
        <Button variant="quiet" onClick={() => void cancelEmailChange()}>
          Keep my current address
        </Button>
      </div>
    </form>
  );
}
