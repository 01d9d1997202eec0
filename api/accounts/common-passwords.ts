import { readFileSync } from 'node:fs';

let common: Set<string> | undefined;

/** One of the 3,000 most common passwords of at least eight characters, in whatever case. */
export function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  return common.has(password.toLowerCase());
}
