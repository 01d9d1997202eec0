// Types, formatting and lint for every file.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NODE, ROOT } from '../api/install.mjs';

const modules = join(ROOT, 'node_modules');
const CHECKS = {
  // One thread takes a third of the processor time of several, which would each hold types of their own.
  'types (tsc)': [join(modules, 'typescript-7', 'bin', 'tsc'), '--noEmit', '--singleThreaded'],
  'types (astro check)': [
    join(modules, 'astro', 'bin', 'astro.mjs'),
    'check',
    '--minimumSeverity',
    'warning',
    '--tsconfig',
    'src/tsconfig.astro.json',
  ],
  'format and lint (biome)': [
    join(modules, '@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--error-on-warnings',
  ],
};

/**
 * Runs every check at once and shows what failing ones said; returns how many there are and how many failed.
 */
export async function runChecks() {
  const results = await Promise.all(Object.entries(CHECKS).map(([name, args]) => run(name, args)));
  return { count: results.length, failed: results.filter((good) => !good).length };
}

function run(name, args) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return new Promise((done) => {
    child.on('exit', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) console.log(said);
      done(code === 0);
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exit((await runChecks()).failed === 0 ? 0 : 1);
}
