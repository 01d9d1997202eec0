import type { User } from '../../../db/schema.ts';
import { SECOND } from '../clock.ts';

type Role = User['role'];

interface Present {
  role: Role;
  sockets: number;
  leaving: NodeJS.Timeout | null;
}

// Navigating to another page closes the socket for a moment.
const LEAVE_DELAY = 2 * SECOND;
const BROADCAST_DELAY = 200;

/**
 * Who is online. A buyer learns about the owner and themself, the owner about everybody.
 * `notify` gets the list that a person may see, when it has changed.
 */
export class Presence {
  readonly #people = new Map<string, Present>();
  readonly #notify: (userId: string, list: string[]) => void;
  #timer: NodeJS.Timeout | null = null;
  #ownerChanged = false;

  constructor(notify: (userId: string, list: string[]) => void) {
    this.#notify = notify;
  }

  count(userId: string): number {
    return this.#people.get(userId)?.sockets ?? 0;
  }

  enter(userId: string, role: Role): void {
    const known = this.#people.get(userId);
    if (known?.leaving) clearTimeout(known.leaving);
    this.#people.set(userId, { role, sockets: (known?.sockets ?? 0) + 1, leaving: null });
    if (!known) this.#scheduleBroadcast(role);
    this.#notify(userId, this.listFor(userId, role));
  }

  leave(userId: string): void {
    const person = this.#people.get(userId);
    if (!person) return;
    person.sockets -= 1;
    if (person.sockets > 0) return;
    person.leaving = setTimeout(() => {
      this.#people.delete(userId);
      this.#scheduleBroadcast(person.role);
    }, LEAVE_DELAY).unref();
  }

  listFor(userId: string, role: Role): string[] {
    if (role === 'owner') return [...this.#people.keys()];
    return [...this.#owners(), userId];
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    for (const { leaving } of this.#people.values()) if (leaving) clearTimeout(leaving);
  }

  #owners(): string[] {
    return [...this.#people].filter(([, { role }]) => role === 'owner').map(([id]) => id);
  }

  // Debounced, so that a thousand people arriving at once are one list.
  #scheduleBroadcast(role: Role): void {
    if (role === 'owner') this.#ownerChanged = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const everybody = this.#ownerChanged ? this.#people.keys() : this.#owners();
      this.#ownerChanged = false;
      for (const id of everybody) {
        this.#notify(id, this.listFor(id, this.#people.get(id)?.role ?? 'buyer'));
      }
    }, BROADCAST_DELAY).unref();
  }
}
