import type { User } from '../../../db/schema.ts';
import { SECOND } from '../clock.ts';

type Role = User['role'];

interface Present {
  role: Role;
  sockets: number;
  leaving: NodeJS.Timeout | null;
}

// Going from page to page closes the socket for a moment.
const LINGER = 2 * SECOND;
const GATHER = 200;

/**
 * Who is here. A buyer hears about the owner and themself, the owner about everybody (decisions §4).
 * `say` gets the list that a person may know, when it has changed.
 */
export class Presence {
  readonly #people = new Map<string, Present>();
  readonly #say: (userId: string, list: string[]) => void;
  #telling: NodeJS.Timeout | null = null;
  #ownerMoved = false;

  constructor(say: (userId: string, list: string[]) => void) {
    this.#say = say;
  }

  count(userId: string): number {
    return this.#people.get(userId)?.sockets ?? 0;
  }

  enter(userId: string, role: Role): void {
    const known = this.#people.get(userId);
    if (known?.leaving) clearTimeout(known.leaving);
    this.#people.set(userId, { role, sockets: (known?.sockets ?? 0) + 1, leaving: null });
    if (!known) this.#moved(role);
    this.#say(userId, this.listFor(userId, role));
  }

  leave(userId: string): void {
    const person = this.#people.get(userId);
    if (!person) return;
    person.sockets -= 1;
    if (person.sockets > 0) return;
    person.leaving = setTimeout(() => {
      this.#people.delete(userId);
      this.#moved(person.role);
    }, LINGER).unref();
  }

  listFor(userId: string, role: Role): string[] {
    if (role === 'owner') return [...this.#people.keys()];
    return [...this.#owners(), userId];
  }

  close(): void {
    if (this.#telling) clearTimeout(this.#telling);
    for (const { leaving } of this.#people.values()) if (leaving) clearTimeout(leaving);
  }

  #owners(): string[] {
    return [...this.#people].filter(([, { role }]) => role === 'owner').map(([id]) => id);
  }

  // Gathered, so that a thousand people arriving at once are one list.
  #moved(role: Role): void {
    if (role === 'owner') this.#ownerMoved = true;
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      const everybody = this.#ownerMoved ? this.#people.keys() : this.#owners();
      this.#ownerMoved = false;
      for (const id of everybody) {
        this.#say(id, this.listFor(id, this.#people.get(id)?.role ?? 'buyer'));
      }
    }, GATHER).unref();
  }
}
