import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Field } from '../../../components/Field.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { timeAgo } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { $address } from '../../checkout/stored-address.ts';
import { SentForm } from '../SentForm.tsx';
import { validateEmail } from '../validation.ts';
import { $copies, askForCopies, confirmCopies, stopCopies } from './account-settings-store.ts';
import { CodeForm } from './CodeForm.tsx';

/** The address of a company's accounts department. */
export function PaperCopies() {
  const remote = useStore($copies);
  const isCompany = Boolean(useStore($address).companyName?.trim());
  useEffect(() => void $copies.load(), []);
  if (remote.state !== 'loaded') return null;
  const copies = remote.value;
  if (!copies) return isCompany ? <NewCopies /> : null;
  const { email, since } = copies;
  if (since)
    return (
      <p className="text-15">
        Copies of receipts, invoices and credit notes go to{' '}
        <strong className="account__email">{email}</strong>, since {timeAgo(since)}.{' '}
        <button className="link" type="button" onClick={() => void stopCopies()}>
          Stop
        </button>
      </p>
    );
  return (
    <CodeForm
      email={email}
      note="It gets no copies until then."
      send={confirmCopies}
      cancel={['Send no copies', stopCopies]}
    />
  );
}

function NewCopies() {
  const form = useForm(async ({ email = '' }) => {
    throwFieldErrors({ email: validateEmail(email) });
    await askForCopies(email);
  });
  return (
    <SentForm form={form} label={['Send a code to it', 'Sending...']}>
      <Field
        label="Accounts department’s e-mail"
        type="email"
        autoComplete="off"
        hint="It gets copies of your company’s receipts, invoices and credit notes, and nothing else."
        {...form.field('email')}
      />
    </SentForm>
  );
}
