// The publishing process of the app. It stays alive after a publish, so that the compiled pages are loaded
// once.

import { openCompiledSite } from '../build/build-release.ts';
import { buildSite, publish, refreshReviews, rollBackTo } from './publish-release.ts';
import { serveJobs } from './worker-jobs.ts';

// Only the user who runs the app may read its files.
process.umask(0o077);

serveJobs(async ({ kind, target, release }) => {
  if (kind === 'prepare') await openCompiledSite(target, { log() {} });
  else if (kind === 'build') await buildSite(target);
  else if (kind === 'rollback') await rollBackTo(target, release);
  else if (kind === 'refresh') await refreshReviews(target);
  else await publish(target);
});
