import type { Tx } from '../../db/transaction.ts';
import type { Services } from './services.ts';

/** A domain event, named like `review.hidden`: what it is about, and what happened. Each module defines its own in `events.ts`. */
export interface DomainEvent<Payload extends object> {
  name: string;
  /** Never set: it only connects an event to the type of its payload. */
  readonly payload?: (payload: Payload) => void;
}

/**
 * Runs inside the transaction of the event: its writes are committed or rolled back together. It is awaited.
 * Use `tx.onCommit` for everything that leaves the process.
 */
export type Subscriber<Payload extends object> = (
  tx: Tx,
  services: Services,
  payload: Payload,
) => unknown;

interface Subscription {
  event: string;
  subscribers: readonly Subscriber<never>[];
}

export type Subscriptions = ReadonlyMap<string, readonly Subscriber<never>[]>;

export const defineEvent = <Payload extends object>(name: string): DomainEvent<Payload> => ({
  name,
});

/** One entry of the table in api/subscriptions.ts: the subscribers of an event, in this order. */
export const on = <Payload extends object>(
  event: DomainEvent<Payload>,
  ...subscribers: Subscriber<NoInfer<Payload>>[]
): Subscription => ({ event: event.name, subscribers });

export function createSubscriptions(table: readonly Subscription[]): Subscriptions {
  const subscriptions = new Map(table.map(({ event, subscribers }) => [event, subscribers]));
  if (subscriptions.size < table.length)
    throw new Error('an event has two entries in api/subscriptions.ts');
  return subscriptions;
}

/** Runs the subscribers of an event one after the other. An error in one rolls back the transaction. */
export async function emit<Payload extends object>(
  tx: Tx,
  services: Services,
  event: DomainEvent<Payload>,
  payload: NoInfer<Payload>,
): Promise<void> {
  const subscribers = services.subscriptions.get(event.name);
  if (!subscribers) throw new Error(`${event.name} has no entry in api/subscriptions.ts`);
  // Safe, because `on` only accepts subscribers of this event's payload.
  for (const subscriber of subscribers as readonly Subscriber<Payload>[]) {
    await subscriber(tx, services, payload);
  }
}
