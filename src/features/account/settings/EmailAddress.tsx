import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { WireUser } from '../../../../api/accounts/present.ts';
import { PASSWORD_NEEDED } from '../../../../api/accounts/rules.ts';
import { refuse, useForm } from '../../../lib/form.ts';
import { Field } from '../../../ui/Field.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { mistakeInCode, mistakeInEmail } from '../mistakes.ts';
import { Problem } from '../Problem.tsx';
import { Send } from '../Send.tsx';
import { $newEmail, askForEmail, confirmEmail, keepEmail, loadNewEmail } from './stores.ts';

export function EmailAddress({ user }: { user: WireUser }) {
  const waiting = useStore($newEmail);
  useEffect(() => void loadNewEmail(), []);
  return (
    <>
      <p>
        You sign in with <strong className="account__who">{user.email}</strong>.
      </p>
      {waiting ? <Code email={waiting} /> : <NewAddress />}
    </>
  );
}

function NewAddress() {
  const form = useForm(async ({ email = '', password = '' }) => {
    refuse({
      email: mistakeInEmail(email),
      password: password ? '' : PASSWORD_NEEDED,
    });
    await askForEmail(email, password);
  });
  return (
    <form className="account" noValidate onSubmit={form.onSubmit}>
      <Field label="New Email Address" type="email" autoComplete="off" {...form.field('email')} />
      <PasswordField
        label="Your Password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Send form={form} label="Send a code to it" busy="Sending..." className="button" />
    </form>
  );
}

const PROBLEM = 'new-email-problem';

function Code({ email }: { email: string }) {
  const form = useForm(async ({ code = '' }) => {
    refuse({ code: mistakeInCode(code) });
    await confirmEmail(code);
  });
  return (
    <form className="account" noValidate onSubmit={form.onSubmit}>
      <p className="muted">
        Type the six digits that we sent to <strong className="account__who">{email}</strong>. Until
        then nothing changes.
      </p>
      <CodeBoxes invalid={form.problem !== ''} describedBy={form.problem ? PROBLEM : undefined} />
      <div id={PROBLEM}>
        <Problem text={form.problem} />
      </div>
      <div className="row">
        <button className="button button--solid" type="submit" disabled={form.busy}>
          {form.busy ? 'Checking...' : 'Confirm address'}
        </button>
        <button className="button button--quiet" type="button" onClick={() => void keepEmail()}>
          Keep the old one
        </button>
      </div>
    </form>
  );
}
