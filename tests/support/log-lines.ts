import { expect } from 'vitest';
import type { MailServer } from './mail-server.ts';

interface Logged {
  logLines: string[];
  /** Cookies that people got, and the passwords and codes that they sent. */
  secrets: Set<string>;
  mail: MailServer;
}

/** Shorter ones are invalid values of tests, and parts of ordinary words. */
const SHORTEST = 6;
const LINK = /(?:create-password|invitation)\/([\w-]+)/g;

/** I8 over every line of an app that has closed: nobody's address, code, token, password or cookie. */
export function checkLogLines({ logLines, secrets, mail }: Logged): void {
  const texts = mail.emails.map((email) => email.text ?? '');
  const private_ = [
    ...secrets,
    ...mail.emails.flatMap((email) => email.to?.map((to) => to.address ?? '') ?? []),
    ...texts.flatMap((text) => [...text.matchAll(LINK)].map(([, token]) => token ?? '')),
    ...texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? []),
  ];
  const all = logLines.join('\n');
  for (const text of new Set(private_)) {
    if (text.length < SHORTEST || !all.includes(text)) continue;
    expect(
      logLines.find((line) => isIn(line, text)),
      'I8: a log line holds something private',
    ).toBeUndefined();
  }
}

/** Not as part of a longer string: six digits of a number are no code. */
function isIn(line: string, text: string): boolean {
  const parts = line.split(text);
  return parts.some((part, at) => at > 0 && !/\w$/.test(parts[at - 1] ?? '') && !/^\w/.test(part));
}
