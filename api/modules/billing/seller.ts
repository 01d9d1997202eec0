import { isGstin, plainGstin, stateCode } from '../orders/gst-rules.ts';

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

/** Reads the SELLER_* settings. An invalid GSTIN stops the start. */
export function readSeller(env: Record<string, string | undefined>, errors: string[]): Seller {
  const seller: Seller = {
    name: env['SELLER_NAME'] ?? '',
    address: env['SELLER_ADDRESS'] ?? '',
    state: env['SELLER_STATE'] ?? '',
    gstin: env['SELLER_GSTIN'] ? plainGstin(env['SELLER_GSTIN']) : null,
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
