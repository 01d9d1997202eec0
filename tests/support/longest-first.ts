import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { secondsOf } from './seconds-of-tests.mjs';

/** Runs one project after the other, so that processes are used again. */
const PROJECTS = ['sqlite', 'postgres', 'source'];

/** The longest files first: started last, they would leave a processor idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort(
      (one, other) =>
        PROJECTS.indexOf(one.project.name) - PROJECTS.indexOf(other.project.name) ||
        secondsOf(other.moduleId) - secondsOf(one.moduleId),
    );
  }
}
