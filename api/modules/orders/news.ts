import type { NotificationType, Side } from '../../../db/schema/states.ts';
import type { Notification } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { AboutOrder, EmailContent } from '../../platform/mail/email-layout.ts';
import type { Services } from '../../platform/services.ts';

export const CHANNELS = ['inApp', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

interface Preference {
  title: string;
  hint: string;
  /** Where it is a choice, if not in both channels; in the other people get it. */
  channels?: readonly Channel[];
  /** Whose choice it is, if not that of both sides. */
  side?: Side;
}

/** The news that people can turn off, in the order of their settings. A notice is of its type unless it names another. */
export const PREFERENCES = {
  order: { title: 'Orders', hint: 'An order is accepted, delivered or completed.' },
  payment: { title: 'Payments', hint: 'Money has arrived. Receipts always come by e-mail.' },
  revision: { title: 'Revisions', hint: 'A revision is requested, approved, declined or done.' },
  review: { title: 'Reviews', hint: 'A review is written or answered.' },
  new_message: {
    title: 'Messages',
    hint: 'Somebody has written, and you have not seen it for two minutes.',
  },
} satisfies Record<NotificationType, Preference> & Record<string, Preference>;

export type PreferenceName = keyof typeof PREFERENCES;
export type Preferences = Record<PreferenceName, Partial<Record<Channel, boolean | undefined>>>;

/** The choices that this side has. */
export const preferencesOf = (side: Side) =>
  (Object.entries(PREFERENCES) as [PreferenceName, Preference][]).filter(
    ([, preference]) => (preference.side ?? side) === side,
  );

/** What one event tells, channel by channel. `api/subscriptions.ts` says when, among all else that follows it. */
export interface News<E> {
  /** Its entries in the order's timeline; `addLine` stores them. */
  line?: (event: E, services: Services) => Lines;
  /** What each kind of entry says, from the data that was stored with it, perhaps years ago. */
  says?: Record<string, (data: LineData) => string>;
  /** Who reads of it, in notifications and mails; `tell` stores and queues them. */
  tell?: (event: E, services: Services, tx: Tx) => Notices | Promise<Notices>;
}

export interface Line {
  /** Idempotency key: an order has at most one entry per key. */
  key: string;
  kind: string;
  data?: object;
  at: string;
}

export type LineData = Record<string, unknown>;
type Lines = Line | (Line | false)[] | null;
type Notices = Notice | (Notice | false)[] | null;

/** What one person reads, in the channels that they have chosen: a notification, a mail, or both. */
export interface Notice {
  /** The id of a user, or 'owner'. */
  to: string | 'owner';
  /** 'order' where it says nothing else. */
  type?: NotificationType;
  /** The choice that it follows, if not that of its type. */
  preference?: PreferenceName;
  /** The notification, none without: people get no news of what they did themselves. Must not contain a date: pages show dates in the reader's time zone, but this text is stored. */
  message?: string | undefined;
  /** The order that it opens, where it is not that of the event. */
  orderId?: string | null;
  /** The conversation that it opens if there is no order. */
  conversationId?: string | null;
  live?: Notification['live'];
  /** What is said often tells one person once: an unread or recent notification with the same message is the same. */
  burst?: {
    /** Whether a mail that waits says this, too. */
    isBegun: boolean;
  };
  /** The mail, sent once per key. Its dates are in the seller's time zone, as in every mail. */
  mail?: {
    dedupeKey: string;
    /** Set in mails about money, which are sent whatever the reader's preferences are. */
    kind?: string;
    /** When it is sent, if not at once. */
    notBefore?: string;
  } & (OrderEmail | ConversationEmail);
}

/** A mail about the order of its event, or if that has none, about all payments. */
export interface OrderEmail {
  /** What happened: the first words of subject and heading, followed by what was ordered. */
  result: string;
  paragraphs: string[];
  quote?: string | undefined;
  details?: [string, string][] | undefined;
  /** What the mail is about, if it is not the order as a whole. */
  action?: { label: string; path: string } | undefined;
}

/** A mail that says the notification, and opens its conversation at this quote. */
export interface ConversationEmail {
  quoteId: string;
  subject: string;
  next?: EmailContent['next'];
  about?: AboutOrder | undefined;
}

const SHOWN_CHARS = 120;

/** The first line of a text, shortened for a list. */
export function firstLineOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line;
}
