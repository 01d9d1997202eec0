import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { codeText } from '../../platform/http/text-schema.ts';
import type { Services } from '../../platform/services.ts';
import { readSeller } from '../orders/seller.ts';
import { financialYear } from './financial-year.ts';
import { LUT_NEEDED, LUT_YEAR } from './texts.ts';

const KEY = 'letters of undertaking';

export const lutBody = z.object({
  number: codeText(LUT_NEEDED, 30).or(z.literal('')),
  year: z.string(LUT_YEAR).regex(/^20\d{2}-\d{2}$/, LUT_YEAR),
});

/** The numbers of the letters of undertaking (form GST RFD-11) by financial year. */
export const readLetters = async (db: Db): Promise<Record<string, string>> =>
  (await readDocument<Record<string, string>>(db, KEY)) ?? {};

/** Stores the letter of a year; an empty number removes it. Papers that were issued do not change. */
export const storeLetter = (services: Services, { number, year }: z.output<typeof lutBody>) =>
  transaction(services, async (tx) => {
    const { [year]: _, ...others } = await readLetters(tx);
    await storeDocument(tx, KEY, { ...others, ...(number && { [year]: number }) });
  });

/** The letter of this moment, as papers name it: 'AD270326000123X of 2026-27'. */
export async function letterAt(db: Db, at: string, timeZone: string): Promise<string | null> {
  const year = financialYear(at, timeZone);
  const number = (await readLetters(db))[year];
  return number ? `${number} of ${year}` : null;
}

/** How long before the end of its year the next letter is asked for. */
const REMIND_BEFORE = 30 * DAY;

/** The year whose letter is missing although the year before has one; undefined while nothing is due. */
export async function missingLetter({ store, config, clock }: Services) {
  if (!(await readSeller(store.db, config)).gstin) return;
  const letters = await readLetters(store.db);
  const years = [iso(clock()), later(clock(), REMIND_BEFORE)].map((at) =>
    financialYear(at, config.timeZone),
  );
  const [year = ''] = years.filter((each) => !letters[each]);
  const hasBefore = Object.keys(letters).some((each) => each < year);
  return hasBefore ? year : undefined;
}
