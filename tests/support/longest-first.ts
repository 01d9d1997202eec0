import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs one project after the other, so that processes are used again. */
const PROJECTS = ['sqlite', 'postgres', 'source'];

/** The test files that take longest, from the longest on: started last, they would leave a processor idle. */
const LONGEST = [
  'e2e/signed-in-screens',
  'e2e/checkout',
  'faults/outbox',
  'e2e/pay-instalments',
  'simulation/hostile-input',
  'faults/publish-releases',
  'e2e/behind-proxy',
  'api/incremental-publish',
  'e2e/quote-to-payment',
  'faults/stop',
  'faults/kill-during-purchase',
  'faults/upgrade',
  'faults/start',
  'e2e/axe',
  'e2e/dashboard-orders',
  'e2e/account',
  'e2e/sign-in-forms',
  'e2e/dashboard-gig',
  'api/cancellation-histories',
  'faults/shared-releases',
  'e2e/layout',
  'faults/jobs',
  'e2e/purchase',
  'api/socket-limits',
  'api/doctor',
  'e2e/public-without-javascript',
  'faults/rolling-deploy',
  'faults/deployment',
  'faults/server-restart',
  'api/scheduled-backups',
  'faults/failover',
  'e2e/signed-in-budget',
  'api/access',
  'faults/races',
  'api/accounts-passwords',
  'faults/account-races',
  'simulation/random-days',
  'faults/point-in-time',
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
