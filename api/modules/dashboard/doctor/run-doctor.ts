import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../../platform/clock.ts';
import {
  type Check,
  CheckFailed,
  type CheckResult,
  CheckSkipped,
  type DoctorServices,
  reasonOf,
} from './check.ts';
import { backup, clock, configuration, database, disk } from './machine-checks.ts';
import { mail, mailRecords } from './mail-checks.ts';
import { certificate, rules, webSocket } from './origin-checks.ts';
import { payment, webhook } from './payment-checks.ts';
import { type Probes, systemProbes } from './probes.ts';

const CHECKS: Check[] = [
  ...[configuration, disk, clock, database, backup],
  ...[mail, mailRecords, webhook, payment],
  ...[webSocket, certificate, rules],
];
const TIMEOUT = 30 * SECOND;

/** Runs every check of the installation and returns one result for each. */
export const runDoctor = (
  services: DoctorServices,
  probes: Probes = systemProbes,
): Promise<CheckResult[]> => Promise.all(CHECKS.map((check) => runCheck(check, services, probes)));

async function runCheck(
  check: Check,
  services: DoctorServices,
  probes: Probes,
): Promise<CheckResult> {
  const { part } = check;
  const timeout = new AbortController();
  try {
    const late = pause(TIMEOUT, null, timeout).then(() => {
      throw new CheckFailed(`No answer within ${TIMEOUT / SECOND} s.`);
    });
    const text = await Promise.race([check.run(services, probes), late]);
    return { part, state: 'good', text };
  } catch (error) {
    const isSkipped = error instanceof CheckSkipped;
    return { part, state: isSkipped ? 'skipped' : 'wrong', text: reasonOf(error) };
  } finally {
    timeout.abort();
  }
}
