import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { emit } from '../../../platform/events.ts';
import { replaceDocument, version } from '../../../platform/saving/versions.ts';
import type { Services } from '../../../platform/services.ts';
import { isShopOpen } from '../../catalog/shop.ts';
import { cancellationTermsChanged } from '../events.ts';
import {
  CANCELLATION_TERMS,
  type CancellationTerms,
  LATE_DAYS,
  OPENING_TERMS,
  PERCENT,
  TERMS_ORDER,
} from './rules.ts';

const percent = z.int(PERCENT).min(0, PERCENT).max(100, PERCENT);

/** Without the shares that are fixed: everything for a late order, nothing after a delivery. */
export const termsBody = z
  .object({
    notAccepted: percent,
    accepted: percent,
    lateAfterDays: z.int(LATE_DAYS).min(0, LATE_DAYS).max(90, LATE_DAYS),
    sellerShare: percent,
    version,
  })
  .refine(({ notAccepted, accepted }) => notAccepted >= accepted, {
    message: TERMS_ORDER,
    path: ['notAccepted'],
  });

type TermsInput = z.output<typeof termsBody>;

const KEY = 'cancellation terms';
/** Set when an owner opens the shop; the demo shop is open from the start, and shows the other default. */
const OPENED_WITH = 'cancellation terms at opening';

/** Call it before a shop opens: what its buyers read at first are its terms until the owner saves others. */
export async function keepOpeningTerms(tx: Tx): Promise<void> {
  if (!(await isShopOpen(tx))) await storeSetting(tx, OPENED_WITH, 'yes');
}

async function readDefaultTerms(db: Db): Promise<CancellationTerms> {
  const isNew = (await readSetting(db, OPENED_WITH)) !== undefined || !(await isShopOpen(db));
  return isNew ? OPENING_TERMS : CANCELLATION_TERMS;
}

/** The terms for new agreements: those of the owner, or the default ones. */
export async function readTerms(db: Db): Promise<CancellationTerms> {
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as CancellationTerms) : await readDefaultTerms(db);
}

export const hasSavedTerms = async (db: Db): Promise<boolean> =>
  (await readSetting(db, KEY)) !== undefined;

/** Stores new terms under the next version. Existing agreements and sent quotes do not change. */
export const changeTerms = (
  services: Services,
  { version, ...input }: TermsInput,
): Promise<CancellationTerms> =>
  transaction(services, async (tx) => {
    await replaceDocument(tx, { key: KEY, version, read: readTerms }, ({ delivered, late }) => ({
      ...input,
      late,
      delivered,
    }));
    await emit(tx, services, cancellationTermsChanged, {});
    return readTerms(tx);
  });
