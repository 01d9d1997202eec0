// Lighthouse on the phone profile, medians of five: `node tests/bench/lighthouse.ts <origin of a running app> [path …]`.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumPath } from '../e2e/chromium.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
const PATHS = ['/', '/my-gig', '/my-work', '/articles', '/seller', '/contact'];
const OPTIONS = ['--quiet', '--output=json', '--chrome-flags=--headless --no-sandbox'];

interface Report {
  categories: Record<string, { title: string; score: number | null }>;
}

const [origin = 'http://localhost:3000', ...given] = process.argv.slice(2);
const paths = given.length > 0 ? given : [...PATHS, ...(await newestPages())];
for (const path of paths) {
  const scores: Record<string, number[]> = {};
  for (let run = 0; run < RUNS; run += 1) {
    for (const { title, score } of Object.values((await visit(path)).categories))
      scores[title] = [...(scores[title] ?? []), Math.round((score ?? 0) * 100)];
  }
  const medians = Object.entries(scores).map(([title, all]) => `${title} ${medianOf(all)}`);
  console.log(`${path}: ${medians.join(', ')}`);
}

/** One page of each kind of document, from the sitemap. */
async function newestPages(): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
  const first = (kind: RegExp) => pages.find(({ pathname }) => kind.test(pathname))?.pathname ?? [];
  return [/^\/my-gig\/[^/]+$/, /^\/my-work\/./, /^\/articles\/./].flatMap(first);
}

async function visit(path: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, `${origin}${path}`, ...OPTIONS],
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}

function medianOf(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
