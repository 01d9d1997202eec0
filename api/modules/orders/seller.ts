import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import type { Config } from '../../config.ts';
import { isGstin, plainGstin, stateCode, stateName } from './gst-rules.ts';

/** The seller's details on receipts. */
export interface Seller {
  /** '' means the name on the legal pages; so does an empty address. */
  name: string;
  address: string;
  state: string;
  /** null: not registered for GST, so receipts show no tax. */
  gstin: string | null;
  /** The service's code (SAC) in India's GST tariff. */
  sac: string;
}

/** The variables that set a detail for the dashboard, too. */
export const SELLER_VARIABLES: Record<keyof Seller, string> = {
  name: 'SELLER_NAME',
  address: 'SELLER_ADDRESS',
  state: 'SELLER_STATE',
  gstin: 'SELLER_GSTIN',
  sac: 'SELLER_SAC',
};

export const DEFAULT_SAC = '998314';
const NOBODY: Seller = { name: '', address: '', state: '', gstin: null, sac: DEFAULT_SAC };

/** The document of the settings, and the lock of whoever decides by it. */
export const SELLER_KEY = 'seller';

type Env = Record<string, string | undefined>;

/** Reads the SELLER_* settings that are set. An invalid GSTIN stops the start. */
export function sellerInEnv(env: Env, errors: string[]): Partial<Seller> {
  const set = Object.entries(SELLER_VARIABLES).flatMap(([name, variable]) => {
    const text = env[variable];
    return text ? [[name, name === 'gstin' ? plainGstin(text) : text]] : [];
  });
  const seller: Partial<Seller> = Object.fromEntries(set);
  if (!seller.gstin) return seller;
  if (!isGstin(seller.gstin)) {
    errors.push('SELLER_GSTIN is not a GST number: 15 characters, the last a check digit.');
  } else if (stateCode(seller.state ?? '') !== seller.gstin.slice(0, 2)) {
    errors.push('SELLER_STATE must be the state whose code begins SELLER_GSTIN.');
  }
  if (!seller.address) errors.push('SELLER_ADDRESS is needed with SELLER_GSTIN.');
  return seller;
}

/** What the owner has saved. */
export async function readSavedSeller(db: Db): Promise<Seller & { version: number }> {
  const value = await readSetting(db, SELLER_KEY);
  return { ...NOBODY, version: 0, ...(value ? (JSON.parse(value) as object) : {}) };
}

/** Whose papers these are at this moment; the only reader. What the environment sets comes before what is saved. */
export async function readSeller(db: Db, config: Pick<Config, 'sellerInEnv'>): Promise<Seller> {
  const { version: _, ...saved } = await readSavedSeller(db);
  const seller = { ...NOBODY, ...saved, ...config.sellerInEnv };
  // A state of the environment may be another than that of a number that was saved before it was set.
  const code = seller.gstin?.slice(0, 2);
  return code && stateCode(seller.state) !== code ? { ...seller, state: stateName(code) } : seller;
}

const DEDUCTIONS_KEY = 'buyers deduct tax';

/** Whether companies may deduct tax from what they pay. Off until the owner turns it on. */
export const takesDeductions = async (db: Db): Promise<boolean> =>
  (await readSetting(db, DEDUCTIONS_KEY)) === 'on';

export const switchDeductions = (tx: Db, isOn: boolean) =>
  storeSetting(tx, DEDUCTIONS_KEY, isOn ? 'on' : 'off');

/** Keeps the seller as it is until the transaction ends: call it before a paper is begun. */
export const lockSeller = (tx: Db): Promise<void> => lockName(tx, SELLER_KEY);
