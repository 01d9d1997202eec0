import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { canBeId, hasControl, hasControlInLines, plainText } from '../characters.ts';
import type { Env } from './env.ts';

export const NOT_TEXT =
  'This text has a character that cannot be shown. Please delete it, or paste the text without its formatting.';

/** Passwords stay as they were typed. */
const UNTOUCHED = new Set(['password', 'newPassword']);
/** Most texts, pictures among them, have nothing else. */
const ORDINARY = /^[\t\n\r -~]*$/;

/**
 * Writes every text of a body in the form in which it is stored, in place. Returns the field of one that cannot be
 * stored, null if there is none. Without recursion, because a body may be nested as deep as it is long.
 */
export function cleanInput(body: { value: unknown }): string | null {
  const open: [holder: object, path: string][] = [[body, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [holder, path] = next;
    const values = holder as Record<string, unknown>;
    for (const key of Object.keys(values)) {
      const value = values[key];
      const field = holder === body ? '' : path ? `${path}.${key}` : key;
      if (typeof value === 'string') {
        if (UNTOUCHED.has(key) || ORDINARY.test(value)) continue;
        const text = plainText(value);
        if (hasControlInLines(text)) return field;
        values[key] = text;
      } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
        open.push([value, field]);
      }
    }
  }
  return null;
}

/** Refuses addresses that no link has: 404 for what cannot be an id, 400 for a query that cannot be stored. */
export const cleanAddress: MiddlewareHandler<Env> = async (c, next) => {
  if (!canBeId(decoded(c.req.path))) return c.notFound();
  for (const [name, text] of new URL(c.req.url).searchParams) {
    // The name of an uploaded file is cleaned instead.
    if (name !== 'name' && hasControl(text)) throw new HTTPException(400);
  }
  return next();
};

/** As Hono reads parameters: what is not UTF-8 stays as it is. */
const decoded = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
