import { useEffect, useState } from 'react';
import { EMAIL_NEEDED } from '../../../api/modules/accounts/rules.ts';
import { Field } from '../../components/Field.tsx';
import { toast } from '../../components/toast.ts';
import { api, read } from '../../lib/api.ts';
import { throwFieldErrors, useForm } from '../../lib/form.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { leaveWhenSignedIn } from './visitors-only.ts';
import { webmailLinkOf } from './webmail-links.ts';

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState('');
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async ({ email = '' }) => {
    throwFieldErrors({ email: email.trim() ? '' : EMAIL_NEEDED });
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
        <a className="button button--wide" href={webmailLinkOf(sentTo)}>
          Check Email
        </a>
      </div>
    );
  }
  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <Field label="Email Address" type="email" autoComplete="email" {...form.field('email')} />
      <SubmitButton form={form} label="Send Reset Link" busy="Sending..." />
      <p className="account__aside">
        <a href="/sign-in">Back to Login</a>
      </p>
    </form>
  );
}
