import { Field } from '../../components/Field.tsx';
import { AccountForm } from './AccountForm.tsx';

/** For who comes with a cart and has no account: the code in the mail makes one without a password. Sent by sign-in.ts. */
export const NewcomerForm = () => (
  <AccountForm
    name="newcomer"
    label="E-mail me a code"
    busy="Sending..."
    after={
      <p className="muted text-15 account__note">
        Rather a password?{' '}
        <a href="/sign-up" data-preserve-next>
          Create an account
        </a>
      </p>
    }
  >
    <Field label="Email Address" type="email" name="email" autoComplete="email" />
    <Field label="Full Name" name="name" autoComplete="name" />
    <p className="text-13">
      We write to you about your order only. <a href="/privacy">Privacy</a> says what we store and
      for how long, <a href="/terms">Terms</a> what you agree to when you order.
    </p>
  </AccountForm>
);
