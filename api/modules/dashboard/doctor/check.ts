import { safeLine } from '../../../platform/log.ts';
import type { Services } from '../../../platform/services.ts';
import type { Probes } from './probes.ts';

/** What works, what to do, or why the check was skipped. The list of results is `findings` in JSON. */
export interface CheckResult {
  part: string;
  state: 'good' | 'wrong' | 'skipped';
  text: string;
}

export type DoctorServices = Pick<Services, 'config' | 'store' | 'clock' | 'provider'>;

export interface Check {
  part: string;
  /** Returns a text about what works; throws `CheckFailed` or `CheckSkipped`. */
  run(services: DoctorServices, probes: Probes): Promise<string>;
}

/** A failed check; the message is a sentence about what to do. */
export class CheckFailed extends Error {}

/** A skipped check; the message is the reason. */
export class CheckSkipped extends Error {}

export const reasonOf = (error: unknown): string =>
  safeLine(error instanceof Error ? error.message || error.name : String(error));

/** Runs the work. Turns any error into `CheckFailed` with this sentence and the reason. */
export async function orFail<R>(sentence: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckFailed) throw error;
    throw new CheckFailed(`${sentence} (${reasonOf(error)})`);
  }
}
