import type { Context } from 'hono';
import { SandboxError } from './errors.ts';
import type { Page } from './queries.ts';
import type { Notes } from './types.ts';

export type Body = Record<string, unknown>;

function asBody(value: unknown): Body {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Body;
  throw new SandboxError('The request body must be a JSON object.');
}

export function rejectUnknownFields(body: Body, allowed: readonly string[]): void {
  const extra = Object.keys(body).find((name) => !allowed.includes(name));
  if (!extra) return;
  throw new SandboxError(`${extra} is/are not required and should not be sent`, {
    field: extra,
    reason: 'extra_field_sent',
  });
}

export function readAmount(value: unknown): number {
  if (value === undefined || value === null) throw amountError('amount: is required.');
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw amountError('The amount must be an integer.');
  }
  return amount;
}

export function amountError(text: string, details: { step?: string; reason?: string } = {}) {
  return new SandboxError(text, { field: 'amount', ...details });
}

/** An account without international payments takes rupees only. */
export function readCurrency(value: unknown, isInternational: boolean): string {
  if (value === 'INR' || (value === 'USD' && isInternational)) return value;
  throw new SandboxError('Currency is not supported', { field: 'currency' });
}

export function readText(body: Body, field: string, max: number): string | null {
  const value = body[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= max) return value;
  throw new SandboxError(`The ${field} may not be greater than ${max} characters.`, { field });
}

export function readNotes(value: unknown): Notes {
  if (value === undefined || value === null) return {};
  if (Array.isArray(value) && value.length === 0) return {};
  const notes = Object.entries(asBody(value)).map(([name, text]) => [name, noteOf(text)] as const);
  if (notes.length > 15) {
    throw new SandboxError('Number of fields in notes should be less than or equal to 15', {
      field: 'notes',
    });
  }
  return Object.fromEntries(notes);
}

function noteOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.length <= 256) return text;
  throw new SandboxError('Note value cannot be greater than 256 characters', { field: 'notes' });
}

/** Reads a JSON body. A missing body counts as empty, as in a full refund. */
export async function readBody(c: Context): Promise<Body> {
  const text = await c.req.text();
  if (text === '') return {};
  try {
    return asBody(JSON.parse(text));
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    throw new SandboxError('The request body is not valid JSON.');
  }
}

// The range of times that the provider accepts, in unix seconds.
const EARLIEST = 946_684_800;
const LATEST = 4_765_046_400;

export function readPage(c: Context): Page {
  const read = (name: string, fallback: number, isGood: (value: number) => boolean, no: string) => {
    const text = c.req.query(name);
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && isGood(value)) return value;
    throw new SandboxError(no, { field: name });
  };
  const isTime = (value: number) => value >= EARLIEST && value <= LATEST;
  const noTime = (name: string) => `${name} must be between ${EARLIEST} and ${LATEST}`;
  return {
    from: read('from', EARLIEST, isTime, noTime('from')),
    to: read('to', LATEST, isTime, noTime('to')),
    count: read('count', 10, (value) => value <= 100, 'The count may not be greater than 100.'),
    skip: read('skip', 0, Number.isSafeInteger, 'The skip must be an integer.'),
  };
}
