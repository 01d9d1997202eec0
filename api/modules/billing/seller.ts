import { stateCode } from './gst-states.ts';

/** The seller's details on receipts. */
export interface Seller {
  /** '' in the settings means the name in the seller's profile. */
  name: string;
  address: string;
  state: string;
  /** null: not registered for GST, so receipts show no tax. */
  gstin: string | null;
  /** The service's code (SAC) in India's GST tariff. */
  sac: string;
}

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Reads the SELLER_* settings. An invalid GSTIN stops the start. */
export function readSeller(env: Record<string, string | undefined>, errors: string[]): Seller {
  const seller: Seller = {
    name: env['SELLER_NAME'] ?? '',
    address: env['SELLER_ADDRESS'] ?? '',
    state: env['SELLER_STATE'] ?? '',
    gstin: env['SELLER_GSTIN']?.toUpperCase() ?? null,
    sac: env['SELLER_SAC'] ?? '998314',
  };
  if (!seller.gstin) return seller;
  if (!isGstin(seller.gstin)) {
    errors.push('SELLER_GSTIN is not a GST number: 15 characters, the last a check digit.');
  } else if (stateCode(seller.state) !== seller.gstin.slice(0, 2)) {
    errors.push('SELLER_STATE must be the state whose code begins SELLER_GSTIN.');
  }
  if (!seller.address) errors.push('SELLER_ADDRESS is needed with SELLER_GSTIN.');
  return seller;
}

/** Checks the format and the check digit (base 36, weights 1 and 2) of a GSTIN. */
export function isGstin(text: string): boolean {
  if (!GSTIN.test(text)) return false;
  const sum = [...text.slice(0, 14)].reduce((total, each, at) => {
    const product = DIGITS.indexOf(each) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS[(36 - (sum % 36)) % 36] === text[14];
}
