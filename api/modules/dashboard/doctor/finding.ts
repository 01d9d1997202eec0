import { safeLine } from '../../../platform/log.ts';
import type { Services } from '../../../platform/services.ts';
import type { Probes } from './probes.ts';

/** A line of the doctor: what is good, what to do, or why nothing was checked. */
export interface Finding {
  part: string;
  state: 'good' | 'wrong' | 'skipped';
  text: string;
}

export type DoctorServices = Pick<Services, 'config' | 'store' | 'clock' | 'provider'>;

export interface Check {
  part: string;
  /** Returns what is good; throws `Wrong` or `Skipped`. */
  run(services: DoctorServices, probes: Probes): Promise<string>;
}

/** What to do, in a sentence. */
export class Wrong extends Error {}

/** Why there is nothing to check. */
export class Skipped extends Error {}

export const reasonOf = (error: unknown): string =>
  safeLine(error instanceof Error ? error.message || error.name : String(error));

/** Runs the work; whatever it throws becomes this sentence with the reason. */
export async function orWrong<R>(sentence: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`${sentence} (${reasonOf(error)})`);
  }
}
