import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import { useEffect, useId, useState } from 'react';
import { COUNTRY_NAMES } from '../../../api/modules/orders/country-rules.ts';
import { isIndia } from '../../../api/modules/orders/rules.ts';
import { Checkbox, Field } from '../../components/Field.tsx';
import type { FieldErrors } from '../../lib/form-errors.ts';
import {
  $address,
  $takesDeductions,
  ADDRESS_FIELDS,
  BILLING,
  COMPANY_FIELDS,
  missingFields,
  typeAddress,
} from './stored-address.ts';

interface Props {
  $errors: WritableAtom<FieldErrors>;
  onChange?: () => void;
}

/** The fields of the buyer's address, and of the company they buy for; typing in one removes its error. */
export function AddressFields({ $errors, onChange }: Props) {
  const address = useStore($address);
  const errors = useStore($errors);
  const [countries, states] = [useId(), useId()];
  const stateNames = useStateNames();
  const isAbroad = !isIndia(address.country);
  const field = ({ name, ...props }: (typeof ADDRESS_FIELDS | typeof COMPANY_FIELDS)[number]) => (
    <Field
      key={name}
      name={name}
      {...props}
      label={isAbroad ? props.label.replace(/^PIN/, 'Postal') : props.label}
      required={!/(optional|if)\b/.test(props.label)}
      list={name === 'country' ? countries : name === 'state' && !isAbroad ? states : undefined}
      value={address[name] ?? ''}
      error={errors[name]}
      onChange={(event) => {
        onChange?.();
        // Without a connection no state is suggested.
        void typeAddress(name, event.target.value).catch(() => {});
        if (errors[name]) $errors.set({ ...errors, [name]: '' });
      }}
    />
  );
  const hasDeductions = useStore($takesDeductions);
  const isAsked = (name: (typeof COMPANY_FIELDS)[number]['name']) =>
    name === 'tan'
      ? !isAbroad && hasDeductions
      : name !== 'gstin' || !isAbroad || Boolean(address.gstin);
  const checkbox = (name: 'isCompany' | 'isInSez', label: string) => (
    <Checkbox
      label={label}
      checked={address[name] === 'yes'}
      onChange={(event) => {
        onChange?.();
        $address.setKey(name, event.target.checked ? 'yes' : undefined);
      }}
    />
  );
  return (
    <>
      {ADDRESS_FIELDS.map(field)}
      <datalist id={countries}>
        {COUNTRY_NAMES.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </datalist>
      <datalist id={states}>
        {stateNames.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </datalist>
      {checkbox('isCompany', 'I buy for a company')}
      {address.isCompany && (
        <>
          {COMPANY_FIELDS.filter(({ name }) => isAsked(name)).map(field)}
          {address.gstin && checkbox('isInSez', 'It is in a special economic zone (SEZ)')}
        </>
      )}
    </>
  );
}

/** The states and union territories, once their rules are loaded. */
function useStateNames(): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    import('../../../api/modules/orders/gst-rules.ts').then(
      ({ STATE_NAMES }) => setNames(STATE_NAMES),
      // Without a connection none is suggested.
      () => {},
    );
  }, []);
  return names;
}

interface BilledToProps extends Props {
  isOpen: boolean;
  open: () => void;
}

/** The last address in one line; its fields while something is missing or is to be changed. */
export function BilledTo({ $errors, isOpen, open }: BilledToProps) {
  const address = useStore($address);
  const errors = useStore($errors);
  const isComplete = Object.keys(missingFields(address)).length === 0;
  if (isComplete && !isOpen && !Object.values(errors).some(Boolean)) {
    const { firstName, lastName, isCompany, companyName, city, country } = address;
    const name = isCompany && companyName ? companyName : `${firstName} ${lastName}`;
    return (
      <p className="text-15">
        Billed to {name}, {address.address}, {city}, {country}.{' '}
        <button className="link" type="button" onClick={open}>
          Change
        </button>
      </p>
    );
  }
  return (
    <fieldset className="stack">
      <legend>{BILLING}</legend>
      <AddressFields $errors={$errors} onChange={open} />
    </fieldset>
  );
}
