import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs one project after the other, so that processes are used again. */
const PROJECTS = ['sqlite', 'postgres', 'source'];

/** The test files that take longest, from the longest on: started last, they would leave a processor idle. */
const LONGEST = [
  'e2e/signed-in-screens',
  'e2e/account',
  'e2e/axe',
  'e2e/layout',
  'e2e/dashboard',
  'e2e/public',
  'e2e/chat',
  'simulation/random-days',
  'api/incremental-publish',
  'e2e/live-updates',
  'api/money-permutations',
  'e2e/checkout',
  'e2e/behind-proxy',
  'faults/kill',
  'faults/outbox',
  'e2e/money',
  'api/accounts-passwords',
  'faults/upgrade',
  'faults/deployment',
  'api/doctor',
  'api/scheduled-backups',
  'faults/races',
  'faults/several-processes',
  'faults/publish',
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
