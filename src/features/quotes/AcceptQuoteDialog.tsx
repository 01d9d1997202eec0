import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { priceOf } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { focusFirstInvalid } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { BilledTo } from '../checkout/AddressFields.tsx';
import { prefillAddress } from '../checkout/stored-address.ts';
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
  const [isOpen, setOpen] = useState(false);
  const { name, email } = user;
  useEffect(() => {
    if (quote) prefillAddress({ name, email }, quote.terms?.currency).catch(() => {});
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
        <Terms terms={{ ...quote.terms, dates: quote.dates }} />
        <BilledTo $errors={$fieldErrors} isOpen={isOpen} open={() => setOpen(true)} />
        <AcceptanceNote />
        <Button variant="solid" wide type="submit" disabled={busy}>
          {busy
            ? 'Processing...'
            : `Accept and pay ${priceOf(first?.amount ?? 0, quote.terms.currency)}`}
        </Button>
      </form>
    </Modal>
  );
}
