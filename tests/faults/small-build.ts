// The publishing program with a small generated site instead of Astro's; the rest is the real code.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gigPath } from '../../api/modules/catalog/gigs/rules.ts';
import type { BuildOptions } from '../../api/modules/site/build/build-release.ts';
import type { CatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readPageContent } from '../../api/modules/site/build/validate-release.ts';
import { renderPreview } from '../../api/modules/site/preview/render-preview.ts';
import { PublishRunningError } from '../../api/modules/site/publish/publish-lease.ts';
import {
  failureOf,
  publish,
  refreshPages,
  rollBackTo,
} from '../../api/modules/site/publish/publish-release.ts';
import type { Answer, Question } from '../../api/modules/site/worker/site-worker.ts';

const { argv } = process;
const isLimited = Boolean(process.env['LIMITED']);
const question = await (isLimited
  ? (JSON.parse(readFileSync(0, 'utf8')) as Question)
  : new Promise<Question>((received) => {
      process.on('message', (each: Question) => {
        // Nothing has to be loaded ahead.
        if (each.kind === 'preview') void showDraft(each.id, each.target, each.draft);
        else if (each.kind !== 'prepare') received(each);
      });
    }));
const { target } = question;

async function showDraft(id: number, ...draft: Parameters<typeof renderPreview>): Promise<void> {
  process.send?.({ id, failure: null, html: await renderPreview(...draft) } satisfies Answer);
}

/**
 * The faults that tests request of the build: `fail`, `hang`, `broken` for a page with a dead link, `disk limit`.
 */
const instruction = (() => {
  try {
    return readFileSync(join(target.dataDir, 'wish'), 'utf8');
  } catch {
    return '';
  }
})();

const DISK_LIMIT = 'disk limit:';
if (instruction.startsWith(DISK_LIMIT) && !isLimited) {
  // A file-size limit simulates a full disk without special rights.
  const limit = `ulimit -f ${instruction.slice(DISK_LIMIT.length)}; exec "$0" "$@"`;
  const { status } = spawnSync('/bin/sh', ['-c', limit, process.execPath, ...argv.slice(1)], {
    input: JSON.stringify(question),
    env: { ...process.env, LIMITED: 'yes' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.exit(status ?? 1);
}

/** Pages and scripts contain the release's name, so that a mix of releases is detected. */
const open: BuildOptions['open'] = async (_, { name, log }) => {
  log(`making ${name}\n`);
  if (instruction === 'hang') await pause(60_000);
  if (instruction === 'fail') throw new Error('Cannot read the gig’s heart');
  const script = `/_astro/app.${name}.js`;
  const html = (path: string, catalog: CatalogReader) => {
    const [gig] = catalog.gigPage('1');
    const reviews = catalog
      .reviews()
      .filter(({ _id }) => _id.startsWith('shown-'))
      .map((each) => `<p>${each.user.name}: ${each.comment}</p><img src="${each.avatar}" alt="">`)
      .join('');
    const projects = path === '/my-work' ? catalog.items('projects') : [];
    const work = projects
      .map((each) => `<p>${JSON.stringify(each)}</p><img src="${each.img.url}" alt="">`)
      .join('');
    const isDead = instruction === 'broken' && path === '/my-work';
    const link = path.startsWith('/my-gig/') ? '<a href="/orders/any">Orders</a>' : '';
    return `<!doctype html><html lang="en"><meta name="release" content="${name}"><title>${name}</title>
<script type="module" src="${script}"></script><script>let inline = 1</script>
<h1>${gig?.title}</h1><a href="/my-work">Work</a><img src="${gig?.picture?.url}" alt="">${reviews}${work}
${isDead ? '<a href="/nowhere">x</a>' : link}`.padEnd(400);
  };
  return {
    version: name,
    assets: { folder: '', files: {} },
    scripts: readPageContent('<script>let inline = 1</script>').scripts,
    site: {
      paths: (catalog) => [
        ...['/', '/my-work', '/orders', '/desk', '/404', script],
        ...catalog.items('gigs').map(gigPath),
      ],
      render: async (path, { catalog }) =>
        path === script
          ? new Response(`"release ${name}"`.padEnd(400))
          : new Response(html(path, catalog), { headers: { 'Content-Type': 'text/html' } }),
    },
  };
};

try {
  const needed = ['/', '/my-work', '/orders', '/desk'];
  const options = { open, needed };
  if (question.kind === 'rollback') await rollBackTo(target, question.release, options);
  else if (question.kind === 'refresh') await refreshPages(target, options);
  else await publish(target, options);
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`);
  process.exitCode = error instanceof PublishRunningError ? 75 : 1;
}
if (process.connected) process.disconnect();
