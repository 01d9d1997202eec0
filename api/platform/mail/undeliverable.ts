import { later, MINUTE } from '../clock.ts';
import type { Services } from '../services.ts';
import { withoutCode } from './email-layout.ts';
import { countStuck, listUndeliverableMail } from './queries.ts';
import { type MailProblem, OUTBOX_ALERT_MINUTES, TEMPORARY_CODES } from './rules.ts';

/** An undeliverable mail for the owner, without its content. */
export interface UndeliverableMail {
  _id: string;
  kind: string;
  /** Both are null if the mail cannot be decrypted. */
  to: string | null;
  subject: string | null;
  at: string;
  trouble: MailProblem;
}

/** Lists undeliverable mail, newest first, and counts stuck mail. */
export async function findMailProblems({ store, clock, outbox }: Services) {
  const [rows, stuck] = await Promise.all([
    listUndeliverableMail(store.db),
    countStuck(store.db, later(clock(), -OUTBOX_ALERT_MINUTES * MINUTE)),
  ]);
  const undeliverable = rows.map(({ id, kind, encrypted, created_at }): UndeliverableMail => {
    const mail = encrypted && outbox.open(encrypted);
    const trouble = !mail ? 'unreadable' : TEMPORARY_CODES.includes(kind) ? 'passing' : 'refused';
    const subject = mail ? withoutCode(mail.subject) : null;
    const visible = { to: mail?.to ?? null, subject };
    return { _id: id, kind, ...visible, at: created_at, trouble };
  });
  return { undeliverable, stuck };
}
