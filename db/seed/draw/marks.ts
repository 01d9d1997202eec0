import type { Job } from './jobs.ts'; export const marks: Job[] = [];
