import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { readDocument, storeDocument } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { HOUR, iso, MINUTE, SECOND } from '../../../platform/clock.ts';
import type {
  CheckReport,
  CheckResult,
  InstallationChecks,
} from '../../../platform/installation-checks.ts';
import { safeLine } from '../../../platform/log.ts';
import {
  type Check,
  CheckFailed,
  type CheckOptions,
  CheckSkipped,
  type DoctorServices,
  reasonOf,
} from './check.ts';
import { files } from './files-check.ts';
import { database } from './inspect-database.ts';
import { backup, clock, configuration, disk } from './machine-checks.ts';
import { mail, mailRecords } from './mail-checks.ts';
import { mailReplies } from './mail-replies-check.ts';
import { certificate, rules, webSocket } from './origin-checks.ts';
import { payment, paymentAmounts, paymentKeys, webhook } from './payment-checks.ts';
import { type Probes, systemProbes } from './probes.ts';

const CHECKS: Check[] = [
  ...[configuration, disk, clock, database, files, backup],
  ...[mail, mailRecords, mailReplies, webhook, payment, paymentAmounts, paymentKeys],
  ...[webSocket, certificate, rules],
];
const TIMEOUT = 30 * SECOND;
export const CHECK_EVERY = 5 * MINUTE;
/** Reading a large database file takes the disk seconds. */
const WHOLE_FILE_EVERY = HOUR;
/** Three rounds were missed. */
const OUTDATED_AFTER = 3 * CHECK_EVERY;
const KEY = 'report of the doctor';

/** Runs every check of the installation and returns one result for each. */
export async function runDoctor(
  services: DoctorServices,
  probes: Probes = systemProbes,
  options: CheckOptions = { byPerson: true, wholeFile: true },
): Promise<CheckResult[]> {
  // Only the check of the database blames it; the others must not take its silence for a fault of theirs.
  const others = { ...services, store: await storeThatAnswers(services) };
  return Promise.all(
    CHECKS.map((check) => runCheck(check, check === database ? services : others, probes, options)),
  );
}

async function storeThatAnswers({ store }: DoctorServices): Promise<Database | null> {
  const asked = store && sql`select 1`.execute(store.db);
  return (await asked?.then(() => store).catch(() => null)) ?? null;
}

async function runCheck(
  check: Check,
  services: DoctorServices,
  probes: Probes,
  options: CheckOptions,
): Promise<CheckResult> {
  const { part } = check;
  const timeout = new AbortController();
  try {
    const late = pause(TIMEOUT, null, timeout).then(() => {
      throw new CheckFailed(`No answer within ${TIMEOUT / SECOND} s.`);
    });
    const text = await Promise.race([check.run(services, probes, options), late]);
    return { part, state: 'good', text };
  } catch (error) {
    const isSkipped = error instanceof CheckSkipped;
    const result = { part, state: isSkipped ? 'skipped' : 'wrong', text: reasonOf(error) } as const;
    const server = error instanceof CheckFailed ? safeLine(error.server) : '';
    return server ? { ...result, server } : result;
  } finally {
    timeout.abort();
  }
}

/**
 * The checks of a running app. The last report is stored for all processes, and kept in memory as well, because a
 * database that cannot be written is one of the things that it reports.
 */
export function createInstallationChecks(
  services: DoctorServices & { store: Database },
  probes?: Probes,
): InstallationChecks {
  const { store, clock } = services;
  let own: CheckReport | null = null;
  const latest = async () => {
    const stored = await readReport(store).catch(() => null);
    return stored && own && stored.at > own.at ? stored : (own ?? stored);
  };
  let fileReadAt = Number.NEGATIVE_INFINITY;
  return {
    async run({ byPerson }) {
      const now = clock().getTime();
      const wasDatabaseGood = own?.findings.some(
        ({ part, state }) => part === database.part && state === 'good',
      );
      const isFileDue = Math.abs(now - fileReadAt) >= WHOLE_FILE_EVERY;
      const wholeFile = byPerson || isFileDue || !wasDatabaseGood;
      const before = (await latest())?.findings ?? [];
      const found = await runDoctor(services, probes, { byPerson, wholeFile });
      const findings = byPerson ? found : found.map((each) => markFirst(each, before));
      if (wholeFile) fileReadAt = now;
      const report = { at: iso(clock()), engine: store.engine, findings };
      own = report;
      await transaction({ store }, (tx) => storeDocument(tx, KEY, report)).catch(
        () => {}, // The check of the database has said why.
      );
      return report;
    },
    latest,
  };
}

/** A person who started the checks sees what is wrong; otherwise the next round confirms it. */
function markFirst(result: CheckResult, before: CheckResult[]): CheckResult {
  const wasWrong = before.some(({ part, state }) => part === result.part && state === 'wrong');
  return result.state === 'wrong' && !wasWrong ? { ...result, isFirst: true } : result;
}

/** The last report that an app has stored; null before the first one on this engine. */
export async function readReport({ db, engine }: Database): Promise<CheckReport | null> {
  const report = await readDocument<CheckReport>(db, KEY);
  return report?.engine === engine ? report : null;
}

/** What failed twice according to the last report, including that there was none for some time. */
export function findingsToRepair(report: CheckReport | null, now: Date): CheckResult[] {
  if (!report) return [];
  const isOutdated = now.getTime() - Date.parse(report.at) > OUTDATED_AFTER;
  const wrong = report.findings.filter(({ state, isFirst }) => state === 'wrong' && !isFirst);
  if (!isOutdated) return wrong;
  const text = 'Nothing was checked for a quarter of an hour.';
  const server = `The last time was ${report.at}: read the log and start the app again.`;
  return [{ part: 'Checks', state: 'wrong', text, server }, ...wrong];
}
