import type { Db } from '../../../db/database.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { HOUR, iso, MINUTE } from '../../platform/clock.ts';
import type { ProviderDowntime } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';

const KEY = 'payment downtimes';
/** While something is down the provider is asked again, because the report that it is over may be lost. */
const ASK_EVERY = 10 * MINUTE;
/** Nothing older is shown: by then the provider has not answered for an hour. */
const SHOWN_FOR = HOUR;

interface Known {
  at: string;
  open: Pick<ProviderDowntime, 'method' | 'severity' | 'instrument'>[];
}

/** Stores what is down at the provider now. A report is only a hint, so they may come late, twice or in any order. */
export async function refreshDowntimes(services: Services): Promise<void> {
  const open = (await services.provider.listDowntimes())
    .filter(({ status }) => status !== 'resolved')
    .slice(0, 50)
    .map(({ method, severity, instrument }) => ({ method, severity, instrument }));
  const known: Known = { at: iso(services.clock()), open };
  await transaction(services, (tx) => storeDocument(tx, KEY, known));
}

/** Asks again about downtimes that are not over, as far as this app knows. */
export async function reconcileDowntimes(services: Services): Promise<void> {
  const known = await readDowntimes(services.store.db);
  if (!known || known.open.length === 0) return;
  if (ageOf(known, services.clock()) >= ASK_EVERY) await refreshDowntimes(services);
}

/** What the buyer should know before choosing a method; null if all work. */
export async function findPaymentTrouble(db: Db, now: Date): Promise<string | null> {
  const known = await readDowntimes(db);
  return known && ageOf(known, now) < SHOWN_FOR ? describeTrouble(known.open) : null;
}

const readDowntimes = (db: Db): Promise<Known | null> => readDocument<Known>(db, KEY);

const ageOf = ({ at }: Known, now: Date): number => Math.abs(now.getTime() - Date.parse(at));

const METHODS: Record<string, string> = {
  upi: 'UPI',
  card: 'cards',
  netbanking: 'net banking',
  wallet: 'wallets',
};

/** 'UPI is having trouble at the bank's side right now; cards and net banking work.' */
export function describeTrouble(open: Known['open']): string | null {
  const felt = open.filter(({ severity }) => severity !== 'low');
  const names = [...new Set(felt.map(nameOf))];
  if (names.length === 0) return null;
  const down = new Set(felt.map(({ method }) => method));
  const working = ['upi', 'card', 'netbanking'].filter((method) => !down.has(method));
  const is = names.length > 1 || names[0]?.endsWith('s') ? 'are' : 'is';
  const others = working.map((method) => METHODS[method] ?? method);
  const end = others.length > 0 ? `; ${listOf(others)} ${verbOf(others, 'work')}` : '';
  return `${capitalize(listOf(names))} ${is} having trouble at the bank’s side right now${end}.`;
}

/** Its method, or the part of it that is down: 'net banking of SBIN', 'VISA cards', 'UPI by phonepe'. */
function nameOf({ method, instrument }: Known['open'][number]): string {
  const name = METHODS[method] ?? method;
  const { bank, issuer, network, psp, vpa_handle: handle, wallet } = instrument;
  const part = [bank, issuer, network, psp, handle, wallet].find((each) => each && each !== 'ALL');
  if (!part) return name;
  if (method === 'card') return `${part} cards`;
  return method === 'upi' && handle === part ? `UPI IDs @${part}` : `${name} of ${part}`;
}

const verbOf = (names: string[], verb: string): string =>
  names.length > 1 || names[0]?.endsWith('s') ? verb : `${verb}s`;
const listOf = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
