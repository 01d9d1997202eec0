import { Field } from '../../components/Field.tsx';
import { AccountForm } from './AccountForm.tsx';

/** For who has no account: the code in the mail makes one without a password. Sent by sign-in.ts. */
export const NewcomerForm = () => (
  <AccountForm name="newcomer" label="Send me a code" busy="Sending...">
    <Field label="Your name" name="name" autoComplete="name" />
    <Field label="Your e-mail" type="email" name="email" autoComplete="email" />
    <p className="text-13">
      We write to you about your orders and questions only. <a href="/privacy">Privacy</a> says what
      we store and for how long, <a href="/terms">Terms</a> what you agree to when you order.
    </p>
  </AccountForm>
);
