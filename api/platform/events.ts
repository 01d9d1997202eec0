import type { Tx } from '../../db/transaction.ts';
import type { Services } from './services.ts';

/** What has happened, named `module.happened`; a module's own are in its `events.ts`. */
export interface DomainEvent<Payload extends object> {
  name: string;
  /** Holds nothing: it ties an event to the payload that its subscribers get. */
  readonly payload?: (payload: Payload) => void;
}

/**
 * Runs inside the transaction of what happened: what it writes is committed or rolled back with it.
 * It is awaited. What leaves the process goes through `tx.onCommit`.
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

/** A line of the table in api/subscriptions.ts: what follows from an event, in this order. */
export const on = <Payload extends object>(
  event: DomainEvent<Payload>,
  ...subscribers: Subscriber<NoInfer<Payload>>[]
): Subscription => ({ event: event.name, subscribers });

export function createSubscriptions(table: readonly Subscription[]): Subscriptions {
  const subscriptions = new Map(table.map(({ event, subscribers }) => [event, subscribers]));
  if (subscriptions.size < table.length) throw new Error('an event has two lines in the table');
  return subscriptions;
}

/** Runs the subscribers of an event one after the other; the first that fails rolls all back. */
export async function emit<Payload extends object>(
  tx: Tx,
  services: Services,
  event: DomainEvent<Payload>,
  payload: NoInfer<Payload>,
): Promise<void> {
  const subscribers = services.subscriptions.get(event.name);
  if (!subscribers) throw new Error(`${event.name} has no line in api/subscriptions.ts`);
  // `on` has taken only subscribers of this event's payload.
  for (const subscriber of subscribers as readonly Subscriber<Payload>[]) {
    await subscriber(tx, services, payload);
  }
}
