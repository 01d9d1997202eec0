import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../../platform/clock.ts';
import {
  type Check,
  CheckFailed,
  CheckSkipped,
  type DoctorServices,
  type Finding,
  reasonOf,
} from './finding.ts';
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

/** Runs every check of the installation and returns one finding for each. */
export const runDoctor = (
  services: DoctorServices,
  probes: Probes = systemProbes,
): Promise<Finding[]> => Promise.all(CHECKS.map((check) => find(check, services, probes)));

async function find(check: Check, services: DoctorServices, probes: Probes): Promise<Finding> {
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
