import { atom } from 'nanostores';
import { isIndia } from '../../../api/modules/orders/rules.ts';
import type { AddressInfo } from '../../../api/modules/orders/schema.ts';
import { COMPANY_NEEDED } from '../../../api/modules/orders/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form-errors.ts';
import { persistentMap } from '../../lib/persistent.ts';
import { ADDRESS_PREFIX } from '../../lib/storage-keys.ts';

/** What the fields are for. */
export const BILLING = 'Billing details, for your receipt';

export const ADDRESS_FIELDS = [
  { name: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
  { name: 'phoneNo', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Street Address', type: 'text', autoComplete: 'address-line1' },
  { name: 'postalCode', label: 'PIN code, optional', type: 'text', autoComplete: 'postal-code' },
  { name: 'city', label: 'City', type: 'text', autoComplete: 'address-level2' },
  { name: 'country', label: 'Country', type: 'text', autoComplete: 'country-name' },
  { name: 'state', label: 'State', type: 'text', autoComplete: 'address-level1' },
] as const;

export const COMPANY_FIELDS = [
  { name: 'companyName', label: 'Company', autoComplete: 'organization' },
  { name: 'gstin', label: 'Company’s GST number (GSTIN), optional', autoComplete: 'off' },
  { name: 'tan', label: 'Company’s TAN, optional', autoComplete: 'off' },
  { name: 'companyAddress', label: 'Company’s street, if not the one above', autoComplete: 'off' },
] as const;

type AddressField = (typeof ADDRESS_FIELDS)[number]['name'];
type CompanyField = (typeof COMPANY_FIELDS)[number]['name'];

type Address = Record<Exclude<AddressField, 'postalCode'>, string> &
  Partial<Record<'postalCode' | CompanyField, string>> & {
    /** Whether the fields of the company are open, and sent. */
    isCompany?: 'yes' | undefined;
    isInSez?: 'yes' | undefined;
  };

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

/** Whether the shop lets companies deduct tax. */
export const $takesDeductions = atom(false);

/** Stored while typing, so that a reload or a failed payment loses nothing. */
export const $address = persistentMap<Address>(ADDRESS_PREFIX, EMPTY);

/** Changes a field. A PIN code sets the state, unless the buyer has entered another one. */
export async function typeAddress(name: AddressField | CompanyField, value: string) {
  const { country, postalCode = '' } = $address.get();
  $address.setKey(name, value);
  if (name !== 'postalCode' || !isIndia(country)) return;
  const { stateName, stateOfPin } = await import('../../../api/modules/orders/gst-rules.ts');
  const [before, now] = [postalCode, value].map((pin) => stateName(stateOfPin(pin) ?? ''));
  const { state } = $address.get();
  if (now && (!state || state === before)) $address.setKey('state', now);
}

/** Fills empty fields from the account and from the last order. Who pays in another currency is not in India. */
export async function prefillAddress(
  user: { name: string; email: string },
  currency = 'INR',
): Promise<void> {
  fillFromAccount(user);
  const isUntouched = !$address.get().address && isIndia($address.get().country);
  if (currency !== 'INR' && isUntouched) $address.setKey('country', '');
  const { address, takesDeductions } = await readJson(api.gig.order['last-address'].$get());
  $takesDeductions.set(takesDeductions);
  if (!address) return;
  const current = $address.get();
  for (const { name } of [...ADDRESS_FIELDS, ...COMPANY_FIELDS]) {
    const known = address[name];
    const isOwn = current[name] && current[name] !== EMPTY[name as 'country'];
    if (!isOwn && known) $address.setKey(name, known);
  }
  if (!address.companyName || current.companyName) return;
  $address.setKey('isCompany', 'yes');
  if (address.isInSez) $address.setKey('isInSez', 'yes');
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

/** Whether a company in India pays that may deduct tax at source. */
export const mayDeduct = ({ isCompany, companyName, country, gstin, tan }: Address): boolean =>
  $takesDeductions.get() &&
  isCompany === 'yes' &&
  Boolean(companyName?.trim() && (gstin || tan)?.trim()) &&
  isIndia(country);

/** The address as the server takes it: what is optional and empty is left out. */
export function addressToSend(): AddressInfo {
  const { isCompany, isInSez, postalCode, companyName, companyAddress, gstin, tan, ...address } =
    $address.get();
  const filled = Object.entries({
    postalCode,
    ...(isCompany ? { companyName, companyAddress, gstin, tan } : {}),
  }).filter(([, value]) => value?.trim());
  return {
    ...address,
    ...Object.fromEntries(filled),
    ...(isCompany && isInSez ? { isInSez: true } : {}),
  };
}

/** An error message for each empty field. */
export function missingFields(address: Address): FieldErrors {
  const missing = ADDRESS_FIELDS.filter(
    // Signing out empties it while it is shown.
    ({ name }) => name !== 'postalCode' && !address[name]?.trim(),
  );
  return {
    ...Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is required.`])),
    ...(address.isCompany && !address.companyName?.trim() ? { companyName: COMPANY_NEEDED } : {}),
  };
}
