import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { rupees, toRupees } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { focusFirstInvalid } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { AddressFields } from '../checkout/AddressFields.tsx';
import { $address, missingFields, prefillAddress } from '../checkout/stored-address.ts';
import { AcceptanceNote } from '../orders/AcceptanceNote.tsx';
import { Terms } from '../orders/Agreement.tsx';
import {
  $busy,
  $fieldErrors,
  $quoteToAccept,
  acceptAndPay,
  closeAcceptDialog,
} from './quotes-store.ts';

/** The dialog that accepts a quote: its terms, the billing address, and the payment of the first part. */
export function AcceptQuoteDialog({ user }: { user: UserDto }) {
  const quote = useStore($quoteToAccept);
  const busy = useStore($busy);
  const { name, email } = user;
  useEffect(() => {
    if (quote) prefillAddress({ name, email }).catch(() => {});
  }, [quote, name, email]);
  if (!quote?.terms) return null;
  const [first] = quote.terms.parts;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await acceptAndPay();
    focusFirstInvalid(form);
  };

  return (
    <Modal title={quote.terms.title} kind="drawer" onClose={closeAcceptDialog}>
      <form className="stack" noValidate onSubmit={submit}>
        <Terms terms={quote.terms} />
        <Address />
        <AcceptanceNote />
        <Button variant="solid" wide type="submit" disabled={busy}>
          {busy ? 'Processing...' : `Accept and pay ${rupees(toRupees(first?.amount ?? 0))}`}
        </Button>
      </form>
    </Modal>
  );
}

/** The last address in one line; its fields while something is missing or is to be changed. */
function Address() {
  const address = useStore($address);
  const fieldErrors = useStore($fieldErrors);
  const [isOpen, setOpen] = useState(false);
  const isComplete = Object.keys(missingFields(address)).length === 0;
  const hasError = Object.values(fieldErrors).some(Boolean);
  const { firstName, lastName, address: street, city, country } = address;
  if (isComplete && !isOpen && !hasError) {
    return (
      <p className="text-15">
        Billed to {firstName} {lastName}, {street}, {city}, {country}.{' '}
        <button className="link" type="button" onClick={() => setOpen(true)}>
          Change
        </button>
      </p>
    );
  }
  return (
    <fieldset className="stack">
      <legend>Billing address</legend>
      <AddressFields $errors={$fieldErrors} onChange={() => setOpen(true)} />
    </fieldset>
  );
}
