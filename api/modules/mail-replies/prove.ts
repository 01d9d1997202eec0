import { DAY } from '../../platform/clock.ts';
import { SIGNATURE_DAYS } from './limits.ts';
import type { Unproved } from './texts.ts';

/** A signature of a mail, as it was verified. */
export interface Signature {
  isValid: boolean;
  /** Whether its domain is that of the sender, as DMARC compares them. */
  isAligned: boolean;
  /** Whether it leaves out the end of the body. */
  isPartial: boolean;
  /** The names of the headers that it covers, in lower case. */
  covers: string[];
  /** When it was made; null if it does not say. */
  at: Date | null;
}

/** What decides whether a mail is from the person to whom its token belongs. */
export interface Claims {
  /** How often each header is there. */
  headers: Record<string, number>;
  /** All addresses in From. */
  from: string[];
  signatures: Signature[];
  /** The date in the header. */
  date: Date | null;
  /** Whether the address with the token is in To. */
  isToToken: boolean;
}

const SIGNED = ['from', 'to', 'subject'];
/** What a mail may say only once: of two, another reader takes the other. */
export const ONCE = [
  ...SIGNED,
  ...['date', 'message-id', 'content-type', 'content-transfer-encoding', 'content-disposition'],
];
/** Clocks of mail servers differ. */
const AHEAD = DAY;

/** Whether a signature vouches for the sender and all that counts. */
export const isProof = ({ isValid, isAligned, isPartial, covers }: Signature): boolean =>
  isValid && isAligned && !isPartial && SIGNED.every((name) => covers.includes(name));

/** Why nobody knows who wrote this mail; null if it is proved to be from this address. */
export function whyUnproved(
  { headers, from, signatures, date, isToToken }: Claims,
  { email, receivedAt }: { email: string; receivedAt: Date },
): Unproved | null {
  if (headers['from'] !== 1 || from.length !== 1 || from[0] !== email) return 'from';
  if (!isToToken) return 'to';
  if (SIGNED.some((name) => headers[name] !== 1)) return 'signature';
  if (ONCE.some((name) => (headers[name] ?? 0) > 1)) return 'signature';
  const proofs = signatures.filter(isProof);
  if (proofs.length === 0) return 'signature';
  const isFresh = ({ at, covers }: Signature) => {
    const signed = at ?? (covers.includes('date') ? date : null);
    const age = signed ? receivedAt.getTime() - signed.getTime() : Number.NaN;
    return age >= -AHEAD && age <= SIGNATURE_DAYS * DAY;
  };
  return proofs.some(isFresh) ? null : 'old';
}
