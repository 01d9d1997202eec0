import type { User } from '../../../db/schema.ts';
import { SECOND } from '../clock.ts';

export type Role = User['role'];

/** A person and their number of sockets; null: offline. */
export type PresenceChange = [userId: string, role: Role, sockets: number | null];

/** A report of one process to the others: who is connected to it. */
export interface PresenceReport {
  process: string;
  /** The number of reports with changes, to detect a lost one. */
  version: number;
  changes: PresenceChange[];
  /** Whether `changes` has everybody who is connected to that process. */
  isFull: boolean;
}

interface Other {
  version: number;
  reportedAt: number;
  people: Map<string, { role: Role; sockets: number }>;
}

/** A process without any report for this long is considered dead, and its people offline. */
const FORGET_AFTER = 15 * SECOND;

/** The people connected to other processes, from their reports. */
export class RemotePresence {
  readonly #others = new Map<string, Other>();

  sockets(userId: string): number {
    let sum = 0;
    for (const { people } of this.#others.values()) sum += people.get(userId)?.sockets ?? 0;
    return sum;
  }

  *people(): Generator<[string, Role]> {
    for (const { people } of this.#others.values())
      for (const [id, { role }] of people) yield [id, role];
  }

  /** Applies a report. Returns whose presence may have changed; null if an earlier report was lost. */
  receive({ process, version, changes, isFull }: PresenceReport): PresenceChange[] | null {
    const known = this.#others.get(process);
    const next = (known?.version ?? -1) + (changes.length > 0 ? 1 : 0);
    if (!isFull && (!known || version !== next)) return null;
    const before = isFull ? this.forget(process) : [];
    const people: Other['people'] = isFull ? new Map() : (known?.people ?? new Map());
    this.#others.set(process, { version, reportedAt: performance.now(), people });
    for (const [id, role, sockets] of changes) {
      if (sockets === null) people.delete(id);
      else people.set(id, { role, sockets });
    }
    return [...before, ...changes];
  }

  forget(process: string): PresenceChange[] {
    const people = this.#others.get(process)?.people ?? new Map();
    this.#others.delete(process);
    return [...people].map(([id, { role }]) => [id, role, null]);
  }

  forgetSilent(): PresenceChange[] {
    const before = performance.now() - FORGET_AFTER;
    const silent = [...this.#others].filter(([, { reportedAt }]) => reportedAt < before);
    return silent.flatMap(([process]) => this.forget(process));
  }
}
