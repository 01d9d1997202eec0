import type { Database } from '../../../../db/database.ts';
import { safeLine } from '../../../platform/log.ts';
import type { Services } from '../../../platform/services.ts';
import type { Probes } from './probes.ts';

export interface DoctorServices extends Pick<Services, 'config' | 'clock' | 'provider' | 'files'> {
  /** null if it cannot be opened. */
  store: Database | null;
}

export interface CheckOptions {
  /** A person started the checks: a test mail is sent, and ₹1 paid in the sandbox. */
  byPerson: boolean;
  /** Reads the whole database file; otherwise only what is quick. */
  wholeFile: boolean;
}

export interface Check {
  part: string;
  /** Returns a text about what works; throws `CheckFailed` or `CheckSkipped`. */
  run(services: DoctorServices, probes: Probes, options: CheckOptions): Promise<string>;
}

/** A failed check; the message tells the owner, `server` whoever runs the server. */
export class CheckFailed extends Error {
  readonly server: string;
  constructor(message: string, server = '') {
    super(message);
    this.server = server;
  }
}

/** A skipped check; the message is the reason. */
export class CheckSkipped extends Error {}

export const reasonOf = (error: unknown): string =>
  safeLine(error instanceof Error ? error.message || error.name : String(error));

/** Runs the work. Turns any error into `CheckFailed` with this sentence, what to do on the server, and the reason. */
export async function orFail<R>(
  sentence: string,
  work: () => Promise<R>,
  server = 'It says',
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckFailed) throw error;
    throw new CheckFailed(`${sentence}.`, `${server}: ${reasonOf(error)}`);
  }
}

/** The open database, for a check that is about something else. */
export function requireStore({ store }: DoctorServices): Database {
  if (!store) throw new CheckSkipped('The database does not answer: see Database.');
  return store;
}
