import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { WireUser } from '../../../../api/accounts/present.ts';
import { CODE_NEEDED, EMAIL_NEEDED, PASSWORD_NEEDED } from '../../../../api/accounts/rules.ts';
import { Invalid, useForm } from '../../../lib/form.ts';
import { Field } from '../../../ui/Field.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { Problem } from '../Problem.tsx';
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
    const mistakes = {
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: EMAIL_NEEDED }),
      ...(password ? {} : { password: PASSWORD_NEEDED }),
    };
    const [first] = Object.values(mistakes);
    if (first) throw new Invalid(first, mistakes);
    await askForEmail(email, password);
  });
  return (
    <form className="account" noValidate onSubmit={form.onSubmit}>
      <Field
        label="New Email Address"
        name="email"
        type="email"
        autoComplete="off"
        error={form.mistakes['email']}
      />
      <PasswordField
        label="Your Password"
        name="password"
        autoComplete="current-password"
        error={form.mistakes['password']}
      />
      <Problem text={form.problem} />
      <button className="button" type="submit" disabled={form.busy}>
        {form.busy ? 'Sending...' : 'Send a code to it'}
      </button>
    </form>
  );
}

const PROBLEM = 'new-email-problem';

function Code({ email }: { email: string }) {
  const form = useForm(async ({ code = '' }) => {
    if (!/^\d{6}$/.test(code)) throw new Invalid(CODE_NEEDED, { code: CODE_NEEDED });
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
