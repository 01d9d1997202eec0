import { persistentMap } from '@nanostores/persistent';
import { api, readJson } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form-errors.ts';
import { ADDRESS_PREFIX } from '../../lib/storage-keys.ts';

export const ADDRESS_FIELDS = [
  { name: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
  { name: 'phoneNo', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Street Address', type: 'text', autoComplete: 'address-line1' },
  { name: 'city', label: 'City', type: 'text', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', type: 'text', autoComplete: 'address-level1' },
  { name: 'country', label: 'Country', type: 'text', autoComplete: 'country-name' },
] as const;

type Address = Record<(typeof ADDRESS_FIELDS)[number]['name'], string>;

const EMPTY: Address = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNo: '',
  address: '',
  city: '',
  state: '',
  // Most buyers are there; the last address replaces it.
  country: 'India',
};

/** Stored while typing, so that a reload or a failed payment loses nothing. */
export const $address = persistentMap<Address>(ADDRESS_PREFIX, EMPTY);

/** Fills empty fields from the account and from the last order. */
export async function prefillAddress(user: { name: string; email: string }): Promise<void> {
  fillFromAccount(user);
  const { address } = await readJson(api.gig.order['last-address'].$get());
  if (!address) return;
  const current = $address.get();
  for (const { name } of ADDRESS_FIELDS) {
    const known = address[name];
    const isOwn = current[name] && current[name] !== EMPTY[name];
    if (!isOwn && known) $address.setKey(name, known);
  }
}

function fillFromAccount(user: { name: string; email: string }): void {
  const [first = '', ...rest] = user.name.split(' ');
  const current = $address.get();
  if (!current.firstName && !current.lastName) {
    $address.setKey('firstName', first);
    $address.setKey('lastName', rest.join(' '));
  }
  if (!current.email) $address.setKey('email', user.email);
}

/** An error message for each empty field. */
export function missingFields(address: Address): FieldErrors {
  const missing = ADDRESS_FIELDS.filter(({ name }) => !address[name].trim());
  return Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is required.`]));
}
