// `npm test` and the other commands of a checkout: `node api/development.mjs <program> …` installs what they need and
// runs one. Plain JavaScript, because it starts before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, isProduction, NODE, ROOT } from './install.mjs';

const [program, ...options] = process.argv.slice(2);
if (!existsSync(join(ROOT, program)) || isProduction()) {
  console.error(
    'This command needs the tests and their packages, which a running installation is without: clone the repository into another folder and run it there.',
  );
  process.exit(1);
}
ensureInstalled({ tests: true });
const { status } = spawnSync(NODE, [join(ROOT, program), ...options], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
