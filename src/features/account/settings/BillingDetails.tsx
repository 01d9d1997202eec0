import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { Button } from '../../../components/Button.tsx';
import { focusFirstInvalid } from '../../../components/focus-first-field.ts';
import { api, readJson } from '../../../lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '../../../lib/form-errors.ts';
import { BilledTo } from '../../checkout/AddressFields.tsx';
import {
  $address,
  addressToSend,
  missingFields,
  prefillAddress,
} from '../../checkout/stored-address.ts';
import { runWithToast } from '../../request-feedback/run-with-toast.ts';
import { PaperCopies } from './PaperCopies.tsx';

const $errors = atom<FieldErrors>({});

/** The address of the next order, and the company it is for. */
export function BillingDetails({ user: { name, email } }: { user: UserDto }) {
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const errors = useStore($errors);
  const isKnown = Object.keys(missingFields(useStore($address))).length === 0;
  // What is typed at the checkout is kept without it.
  useEffect(() => void prefillAddress({ name, email }).catch(() => {}), [name, email]);

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    $errors.set(missingFields($address.get()));
    if (Object.values($errors.get()).some(Boolean)) return void focusFirstInvalid(form);
    setBusy(true);
    const isSaved = await runWithToast(async () => {
      const json = { addressInfo: addressToSend() };
      const answer = await readJson(api.gig.order['last-address'].$put({ json })).catch(
        (error: unknown) => {
          $errors.set(fieldErrorsOf(error));
          throw error;
        },
      );
      return answer;
    });
    flushSync(() => {
      setBusy(false);
      if (isSaved) setOpen(false);
    });
    // The line that is in the place of the fields.
    if (isSaved) form.querySelector('button')?.focus();
    else focusFirstInvalid(form);
  }

  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {isKnown || isOpen ? (
          <BilledTo $errors={$errors} isOpen={isOpen} open={() => setOpen(true)} />
        ) : (
          <p className="text-15">
            Your first order fills them in.{' '}
            <button className="link" type="button" onClick={() => setOpen(true)}>
              Enter them now
            </button>
          </p>
        )}
        {(isOpen || Object.values(errors).some(Boolean)) && (
          <Button type="submit" disabled={busy}>
            {busy ? 'Saving...' : 'Save billing details'}
          </Button>
        )}
      </form>
      <PaperCopies />
    </>
  );
}
