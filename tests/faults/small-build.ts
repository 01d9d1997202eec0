// The publishing program with a small generated site instead of Astro's; the rest is the real code.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Busy, failureOf, publish, rollBackTo } from '../../api/modules/site/build-release.ts';
import type { BuildTarget } from '../../api/modules/site/build-target.ts';

const { argv } = process;
const input = readFileSync(0, 'utf8');
const target = JSON.parse(input) as BuildTarget;
/** What the tests ask of the build: `fail`, `hang`, `broken` for a page with a dead link, `no room`. */
const instruction = (() => {
  try {
    return readFileSync(join(target.dataDir, 'wish'), 'utf8');
  } catch {
    return '';
  }
})();

const NO_ROOM = 'no room:';
if (instruction.startsWith(NO_ROOM) && !process.env['LIMITED']) {
  // A file-size limit simulates a full disk without special rights.
  const limit = `ulimit -f ${instruction.slice(NO_ROOM.length)}; exec "$0" "$@"`;
  const { status } = spawnSync('/bin/sh', ['-c', limit, process.execPath, ...argv.slice(1)], {
    input,
    env: { ...process.env, LIMITED: 'yes' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.exit(status ?? 1);
}

/** Pages and scripts contain the release's name, so that a mix of releases is detected. */
async function make({
  release,
  name,
  log: writeLog,
  catalogue,
}: Parameters<NonNullable<Options['make']>>[0]) {
  writeLog(`making ${name}\n`);
  if (instruction === 'hang') await pause(60_000);
  if (instruction === 'fail') throw new Error('Cannot read the gig’s heart');
  mkdirSync(join(release, '_astro'), { recursive: true });
  mkdirSync(join(release, 'my-gig'));
  writeFileSync(join(release, '_astro', `app.${name}.js`), `"release ${name}"`.padEnd(400));
  const [picture] = catalogue.gigs.flatMap((gig) => gig.thumbnailImages);
  const reviews = catalogue.reviews
    .filter(({ _id }) => _id.startsWith('shown-'))
    .map((each) => `<p>${each.user.name}: ${each.comment}</p><img src="${each.avatar}" alt="">`)
    .join('');
  const page = (body: string) =>
    `<!doctype html><html lang="en"><meta name="release" content="${name}"><title>${name}</title>
<script type="module" src="/_astro/app.${name}.js"></script><script>let inline = 1</script>
<a href="/my-work">Work</a><img src="${picture?.url}" alt="">${reviews}${body}`.padEnd(400);
  for (const file of ['index', 'my-work', 'orders', 'desk', '404']) {
    const dead = instruction === 'broken' && file === 'my-work' ? '<a href="/nowhere">x</a>' : '';
    writeFileSync(join(release, `${file}.html`), page(dead));
  }
  for (const { _id } of catalogue.gigs) {
    writeFileSync(join(release, 'my-gig', `${_id}.html`), page('<a href="/orders/any">Orders</a>'));
  }
}

type Options = NonNullable<Parameters<typeof publish>[1]>;

const previousRelease = argv.includes('--to') ? argv[argv.indexOf('--to') + 1] : undefined;
try {
  const needed = ['/', '/my-work', '/orders', '/desk'];
  await (previousRelease ? rollBackTo(target, previousRelease) : publish(target, { make, needed }));
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`);
  process.exitCode = error instanceof Busy ? 75 : 1;
}
