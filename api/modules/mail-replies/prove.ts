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
  /** Whether the subject has the mark of the conversation, and no other. */
  isMarked: boolean;
}

const NEEDED = ['from', 'to', 'subject', 'date'];
/** What else a signature covers that says nothing about To, as those of Outlook.com do. */
const INSTEAD_OF_TO = ['message-id', 'content-type', 'mime-version'];
/** What a mail may say only once: of two, another reader takes the other. */
export const ONCE = [
  ...NEEDED,
  ...INSTEAD_OF_TO,
  ...['content-transfer-encoding', 'content-disposition'],
];
/** Clocks of mail servers differ. */
const AHEAD = DAY;

/** Whether a signature vouches for the sender and all that counts: to whom the mail goes, or which conversation it names. */
export function isProof(
  { isValid, isAligned, isPartial, covers }: Signature,
  { headers, isMarked }: Pick<Claims, 'headers' | 'isMarked'>,
): boolean {
  if (!isValid || !isAligned || isPartial) return false;
  const missing = NEEDED.filter((name) => !covers.includes(name));
  if (missing.length === 0) return true;
  const isNamed = headers['message-id'] === 1 && isMarked;
  const isCovered = INSTEAD_OF_TO.every((name) => !headers[name] || covers.includes(name));
  return missing.join() === 'to' && isNamed && isCovered;
}

/** Why nobody knows who wrote this mail; null if it is proved to be from this address. */
export function whyUnproved(
  claims: Claims,
  { email, receivedAt }: { email: string; receivedAt: Date },
): Unproved | null {
  const { headers, from, signatures, date, isToToken } = claims;
  if (headers['from'] !== 1 || from.length !== 1 || from[0] !== email) return 'from';
  if (!isToToken) return 'to';
  if (headers['to'] !== 1 || headers['subject'] !== 1) return 'signature';
  if (ONCE.some((name) => (headers[name] ?? 0) > 1)) return 'signature';
  const proofs = signatures.filter((signature) => isProof(signature, claims));
  const isMarkLost = () => signatures.some((each) => isProof(each, { headers, isMarked: true }));
  if (proofs.length === 0) return isMarkLost() ? 'mark' : 'signature';
  const isFresh = (at: Date) => {
    const age = receivedAt.getTime() - at.getTime();
    return age >= -AHEAD && age <= SIGNATURE_DAYS * DAY;
  };
  const areFresh = ({ at }: Signature) => {
    const dates = [at, date].filter((each) => each !== null);
    return dates.length > 0 && dates.every(isFresh);
  };
  return proofs.some(areFresh) ? null : 'old';
}
