import { useEffect, useState } from 'react';
import { EMAIL_NEEDED } from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { Invalid, useForm } from '../../lib/form.ts';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.ts';
import { mailboxOf } from './mailboxes.ts';
import { Problem } from './Problem.tsx';
import { leaveWhenSignedIn } from './visitors-only.ts';

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState('');
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ email = '' }) => {
    if (!email.trim()) throw new Invalid(EMAIL_NEEDED, { email: EMAIL_NEEDED });
    const { message } = await read(api.user['forget-password'].$post({ json: { email } }));
    void toast('success', message);
    setSentTo(email.trim());
  });

  if (sentTo) {
    return (
      <div className="account" role="status">
        <p>
          If an account exists for <strong className="account__who">{sentTo}</strong>, you will
          receive a password reset link shortly.
        </p>
        <a className="button button--solid button--wide" href="/sign-in">
          Back to Login
        </a>
        <a className="button button--wide" href={mailboxOf(sentTo)}>
          Check Email
        </a>
      </div>
    );
  }
  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        error={form.mistakes['email']}
      />
      <Problem text={form.problem} />
      <button className="button button--solid button--wide" type="submit" disabled={form.busy}>
        {form.busy ? 'Sending...' : 'Send Reset Link'}
      </button>
      <p className="account__aside">
        <a href="/sign-in">Back to Login</a>
      </p>
    </form>
  );
}
