import { SECOND } from '../clock.ts';
import { type PresenceChange, RemotePresence, type Role } from './remote-presence.ts';

interface Present {
  role: Role;
  sockets: number;
  leaving: NodeJS.Timeout | null;
}

interface Effects {
  /** Called with the list that a person connected to this process may see, when it has changed. */
  notify(userId: string, role: Role, list: string[]): void;
  /** Called with the changes in this process, for the other processes. */
  publish?(changes: PresenceChange[]): void;
}

// Navigating to a different page closes the socket for a moment.
const LEAVE_DELAY = 2 * SECOND;
const BROADCAST_DELAY = 200;

/** The key of a person. Assistants are counted separately and shown as the owner. */
export const presenceKey = (userId: string, actsForId: string): string =>
  actsForId === userId ? userId : `${actsForId}|${userId}`;

const sideIn = (key: string): string => key.split('|')[0] ?? key;

/** Tracks who is online in all processes. A buyer sees the owner and themselves, the owner sees everybody. */
export class Presence {
  readonly elsewhere = new RemotePresence();
  readonly #people = new Map<string, Present>();
  readonly #effects: Effects;
  readonly #unpublished = new Map<string, Role>();
  #timer: NodeJS.Timeout | null = null;
  #ownerChanged = false;
  #listChanged = false;
  #isClosed = false;

  constructor(effects: Effects) {
    this.#effects = effects;
  }

  count(userId: string): number {
    return (this.#people.get(userId)?.sockets ?? 0) + this.elsewhere.sockets(userId);
  }

  enter(userId: string, role: Role): void {
    const known = this.#people.get(userId);
    if (known?.leaving) clearTimeout(known.leaving);
    this.#people.set(userId, { role, sockets: (known?.sockets ?? 0) + 1, leaving: null });
    this.#schedule(userId, role);
    if (!known) this.changed(role);
    this.#effects.notify(userId, role, this.listFor(userId, role));
  }

  leave(userId: string): void {
    const person = this.#people.get(userId);
    if (!person || this.#isClosed) return;
    person.sockets -= 1;
    this.#schedule(userId, person.role);
    if (person.sockets > 0) return;
    person.leaving = setTimeout(() => {
      this.#people.delete(userId);
      this.#schedule(userId, person.role);
      this.changed(person.role);
    }, LEAVE_DELAY).unref();
  }

  listFor(userId: string, role: Role): string[] {
    const ids = new Set(role === 'owner' ? [] : [userId]);
    for (const [id, each] of this.#everybody())
      if (role === 'owner' || each === 'owner') ids.add(sideIn(id));
    return [...ids];
  }

  /** Everybody connected to this process, for the other processes. */
  all(): PresenceChange[] {
    return [...this.#people].map(([id, { role, sockets }]) => [id, role, sockets]);
  }

  /** Schedules new lists for everybody whose list has changed. */
  changed(role: Role): void {
    this.#listChanged = true;
    if (role === 'owner') this.#ownerChanged = true;
    this.#start();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const { leaving } of this.#people.values()) if (leaving) clearTimeout(leaving);
  }

  *#everybody(): Generator<[string, Role]> {
    for (const [id, { role }] of this.#people) yield [id, role];
    yield* this.elsewhere.people();
  }

  #schedule(userId: string, role: Role): void {
    if (!this.#effects.publish) return;
    this.#unpublished.set(userId, role);
    this.#start();
  }

  // Debounced, so that a thousand arrivals at once cause one list.
  #start(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#publish();
      this.#broadcast();
    }, BROADCAST_DELAY).unref();
  }

  #publish(): void {
    if (this.#unpublished.size === 0) return;
    const changes = [...this.#unpublished].map(
      ([id, role]): PresenceChange => [id, role, this.#people.get(id)?.sockets ?? null],
    );
    this.#unpublished.clear();
    this.#effects.publish?.(changes);
  }

  #broadcast(): void {
    if (!this.#listChanged) return;
    const toEverybody = this.#ownerChanged;
    this.#listChanged = this.#ownerChanged = false;
    for (const [id, { role }] of this.#people) {
      if (toEverybody || role === 'owner') this.#effects.notify(id, role, this.listFor(id, role));
    }
  }
}
