import { HOUR } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import { connectTo } from '../../mail-replies/mailbox.ts';
import {
  type MailboxState,
  readMailboxState,
  type Trouble,
  troubleOf,
} from '../../mail-replies/mailbox-state.ts';
import type { MailReplies } from '../../mail-replies/settings.ts';
import { countUnread } from '../../mail-replies/waiting-mails.ts';
import { type Check, CheckFailed, CheckSkipped, requireStore } from './check.ts';

/** A mailbox may be away for so long before anybody is alarmed. */
const PATIENCE = HOUR;

/** What the process that reads the mailbox has noted; when a person asks, the mailbox itself. */
export const mailReplies: Check = {
  part: 'Mail answers',
  async run(services, _probes, { byPerson }) {
    const { config, clock } = services;
    if (!config.mailReplies) throw new CheckSkipped('Clients answer on the site only.');
    const { db } = requireStore(services);
    const state = await readMailboxState(db);
    const when = (at: string) => longMoment(at, config.timeZone);
    const trouble = byPerson ? await triedNow(config.mailReplies) : state.failure;
    const since = unreadSince(state);
    if (trouble || isLate(since, clock())) {
      const from = since ?? state.readAt;
      if (!byPerson && !isLate(since, clock()))
        return `It has not answered since ${when(from ?? clock().toISOString())} and is tried again.`;
      const text = from
        ? `Answers by mail have not arrived since ${when(from)}.`
        : 'Answers by mail do not arrive yet.';
      throw new CheckFailed(`${text} ${NOTHING_LOST}`, whatToDo(trouble));
    }
    const unread = await countUnread(db);
    if (unread.since)
      throw new CheckFailed(
        `Answers by mail that could not be read: ${unread.count}, since ${when(unread.since)}. They stay in the mailbox and are tried again.`,
        'Read the log: it says why.',
      );
    if (state.isFull) throw new CheckFailed(FULL);
    const { connectedAt, answeredAt } = state;
    const connected = connectedAt
      ? `Connected since ${when(connectedAt)}.`
      : byPerson
        ? 'The mailbox takes the log-in.'
        : 'Not connected yet.';
    return `${connected} ${answeredAt ? `The last answer came ${when(answeredAt)}.` : 'No answer has come yet.'}`;
  },
};

const NOTHING_LOST =
  'Nothing is lost: they wait in the mailbox. Until then, ask clients to answer on the site.';
const FULL =
  'The mailbox for answers is full, so new ones go back to their senders. Delete old mail in it: the messages here stay.';

/** Since when nobody could read it, or has tried to. */
const unreadSince = ({ failure, readAt }: MailboxState): string | null => failure?.since ?? readAt;

const isLate = (since: string | null, now: Date): boolean =>
  since !== null && now.getTime() - Date.parse(since) >= PATIENCE;

async function triedNow(mailbox: MailReplies): Promise<Trouble | null> {
  try {
    (await connectTo(mailbox)).close();
    return null;
  } catch (error) {
    return troubleOf(error);
  }
}

function whatToDo(trouble: Trouble | null): string {
  if (!trouble) return 'The mailbox answers, but no process reads it: read the log.';
  if (trouble.isLogIn)
    return 'The mailbox refuses the log-in: check user and password in MAIL_REPLIES. Many providers want a password made for one app.';
  if (trouble.reason === 'NONEXISTENT')
    return 'The mailbox has no folder of this name: check the end of MAIL_REPLIES.';
  return `The mailbox cannot be reached (${trouble.reason}): check host and port in MAIL_REPLIES.`;
}
