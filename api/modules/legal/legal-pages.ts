import type { Db } from '../../../db/database.ts';
import { readDocument, readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { readAuditLogDays, storeAuditLogDays } from '../../platform/audit/queries.ts';
import { defineEvent, emit, type Subscriber } from '../../platform/events.ts';
import { replaceDocument } from '../../platform/saving/versions.ts';
import type { Brand, Services } from '../../platform/services.ts';
import { isSold } from '../catalog/currencies.ts';
import { readProfile } from '../catalog/profile/read-profile.ts';
import { studioName } from '../catalog/profile/rules.ts';
import { readTerms } from '../orders/cancellation/terms.ts';
import { readSeller } from '../orders/seller.ts';
import { composePages, type LegalFacts } from './compose-pages.ts';
import { BLANK_LEGAL } from './form-rules.ts';
import type { LegalPage } from './rules.ts';
import type { LegalBody } from './schema.ts';

/** The owner has saved what the legal pages say. */
export const legalPagesChanged = defineEvent<object>('legal.pagesChanged');

const KEY = 'legal pages';
const INSTALLATION = 'legal facts of the installation';

const { auditLogDays: _stored, ...BLANK } = BLANK_LEGAL;

/** What the environment and the seller's details say; pages are rendered in a process that does not read the environment. */
type Installation = Pick<LegalFacts, 'gstin' | 'backups'> & {
  name: string;
  address: string;
  /** Absent where mail cannot be answered. */
  takesAnswers?: true;
};

const UNKNOWN: Installation = { name: '', address: '', gstin: null, backups: 'none' };

/** Stores these facts for the pages. Returns whether they have changed. */
export async function storeInstallation(
  tx: Db,
  config: Pick<Config, 'sellerInEnv' | 'backup' | 'mailReplies'>,
): Promise<boolean> {
  const { name, address, state, gstin } = await readSeller(tx, config);
  const { backup, mailReplies } = config;
  const now: Installation = {
    name,
    address: [address, state].filter(Boolean).join(', '),
    gstin,
    backups: backup ? (backup.bucket ? 'bucket' : 'folder') : 'none',
    ...(mailReplies && { takesAnswers: true }),
  };
  const text = JSON.stringify(now);
  if ((await readSetting(tx, INSTALLATION)) === text) return false;
  if (text === JSON.stringify(UNKNOWN) && !(await readSetting(tx, INSTALLATION))) return false;
  await storeSetting(tx, INSTALLATION, text);
  return true;
}

/** The seller's details are on the pages: they are rendered again if that changes them. */
export const showSeller: Subscriber<object> = async (tx, services) => {
  if (await storeInstallation(tx, services.config)) await emit(tx, services, legalPagesChanged, {});
};

const readTexts = async (db: Db): Promise<typeof BLANK & { version: number }> => ({
  ...{ ...BLANK, version: 0 },
  ...(await readDocument<object>(db, KEY)),
});

const readStored = async (db: Db): Promise<LegalBody & { version: number }> => ({
  ...(await readTexts(db)),
  auditLogDays: await readAuditLogDays(db),
});

/** What mails, papers, authenticators and passkeys name the shop. */
export async function readBrand(db: Db): Promise<Brand> {
  const [{ body }, legal] = await Promise.all([readProfile(db), readTexts(db)]);
  const { accent, series } = body.brand;
  const studio = studioName(body);
  const seller = body.name || studio;
  const address = legal.address.split('\n').join(', ');
  return { studio, seller, accent, series, legal: { name: legal.legalName || seller, address } };
}

/** The facts of these texts; where one is empty, what is known elsewhere. */
async function factsOf(db: Db, body: LegalBody): Promise<LegalFacts> {
  const installed = (await readDocument<Installation>(db, INSTALLATION)) ?? UNKNOWN;
  const profile = (await readProfile(db)).body;
  return {
    ...body,
    name: body.legalName || installed.name || profile.name,
    address: body.address || installed.address,
    email: body.email || profile.email,
    gstin: installed.gstin,
    backups: installed.backups,
    takesAnswers: installed.takesAnswers ?? false,
    cancellation: await readTerms(db),
    sellsInDollars: await isSold(db, 'USD'),
  };
}

/** The legal pages of these texts, or of what is saved. */
export const readLegalPages = async (db: Db, body?: LegalBody): Promise<LegalPage[]> =>
  composePages(await factsOf(db, body ?? (await readStored(db))));

/** The owner's form, with what is used where it is empty and what visitors do not find on the pages. */
export async function toAdminLegalDto(db: Db) {
  const body = await readStored(db);
  const facts = await factsOf(db, body);
  const missing = [
    ...(facts.address ? [] : ['your address']),
    ...(facts.phone ? [] : ['a phone number']),
    ...(facts.grievanceName ? [] : ['who answers complaints']),
  ];
  return {
    ...body,
    missing,
    used: { name: facts.name, address: facts.address, email: facts.email },
  };
}

export type AdminLegalDto = Awaited<ReturnType<typeof toAdminLegalDto>>;

/** Saves the form; `version` is the one with which it was loaded. */
export const saveLegalPages = (services: Services, version: number, body: LegalBody) =>
  transaction(services, async (tx) => {
    const { auditLogDays, ...stored } = body;
    await replaceDocument(tx, { key: KEY, version, read: readStored }, () => stored);
    await storeAuditLogDays(tx, auditLogDays);
    await emit(tx, services, legalPagesChanged, {});
    return toAdminLegalDto(tx);
  });
