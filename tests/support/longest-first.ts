import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs one project after the other, so that processes are used again. */
const PROJECTS = ['sqlite', 'postgres', 'source'];

/** The test files that take longest, from the longest on: started last, they would leave a processor idle. */
const LONGEST = [
  'e2e/signed-in-screens',
  'e2e/checkout',
  'e2e/axe',
  'e2e/account',
  'e2e/money',
  'api/incremental-publish',
  'simulation/hostile-input',
  'e2e/dashboard',
  'e2e/purchase',
  'e2e/layout',
  'e2e/quote-to-payment',
  'e2e/public',
  'api/access',
  'simulation/random-days',
  'api/socket-limits',
  'e2e/chat',
  'e2e/purchase-effort',
  'e2e/signed-in-budget',
  'api/accounts-passwords',
  'e2e/public-without-javascript',
  'api/doctor',
  'e2e/live-updates',
  'e2e/changes',
  'api/cancellation-histories',
  'api/scheduled-backups',
  'api/money-permutations',
  'faults/outbox',
  'e2e/behind-proxy',
  'faults/shared-releases',
  'faults/jobs',
  'faults/quote-races',
  'faults/races',
  'faults/account-races',
  'faults/server-restart',
  'faults/rolling-deploy',
  'faults/point-in-time',
  'faults/failover',
  'faults/publish',
  'faults/upgrade',
  'faults/kill',
  'faults/stop',
  'faults/start',
  'faults/deployment',
  'faults/several-processes',
  'architecture/imports',
  'architecture/words',
];

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const at = LONGEST.findIndex((each) => moduleId.includes(`/tests/${each}.`));
  return PROJECTS.indexOf(project.name) * 1_000 + (at === -1 ? LONGEST.length : at);
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
