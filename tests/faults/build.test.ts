import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildAside, runExclusively } from '../../api/modules/site/run-astro.ts';
import { scanRelease, validateRelease } from '../../api/modules/site/validate-release.ts';

test('builds of one checkout run one after the other, and a failed one does not block the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const build = (name: string, fails = false) =>
    runExclusively(join(folder, 'leases.db'), async () => {
      said.push(`${name} begins`);
      for (let at = 0; at < 20; at += 1) await turn();
      said.push(`${name} ends`);
      if (fails) throw new Error(`${name} failed`);
    });
  const results = await Promise.allSettled([build('one', true), build('two'), build('three')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(said).toHaveLength(6);
  for (let at = 0; at < said.length; at += 2) {
    expect(said[at + 1]).toBe(said[at]?.replace('begins', 'ends'));
  }
});

const ZEROS = '0'.repeat(40);
const EMPTY = { gigs: [], projects: [], reviews: [] };

/** Scans a release that consists of one page. */
async function scanPage(html: string) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), html);
  return scanRelease(folder);
}

test('an address inside a text is neither a picture nor a link', async () => {
  const review = `Look at /media/${ZEROS}.png and href="/nowhere"`;
  const found = await scanPage(
    `<!doctype html><title>${review}</title><p>${review}</p><!-- <a href="/none">x</a> -->
    <img alt="/media/${ZEROS}.png" title='src="/media/${ZEROS}.png"'>
    <astro-island props='{"comment":"/media/${ZEROS}.png"}'></astro-island>
    <script type="application/json">{"comment":"/media/${ZEROS}.png <a href="/none">"}</script>`,
  );
  expect([...found.media]).toEqual([]);
  expect([...found.links]).toEqual([]);
});

test('pictures and links are found in every attribute syntax', async () => {
  const at = (digit: string) => `/media/${digit.repeat(40)}.avif`;
  const found = await scanPage(
    `<img src=${at('1')} srcset="${at('2')} 1x,
      ${at('3')} 2x"><link rel=preload imagesrcset='${at('4')} 480w'><video poster='${at('5')}'>
    <a href='/a?x=1&amp;y=2#part'>a</a><form action="/b"></form><a href="//elsewhere.example/c">c</a>`,
  );
  expect([...found.media].sort()).toEqual(['1', '2', '3', '4', '5'].map(at));
  expect([...found.links.keys()].filter((link) => !link.startsWith('/media/'))).toEqual([
    '/a',
    '/b',
  ]);
});

test('a link that is not a valid address is reported with its page', async () => {
  const found = await scanPage('<a href="/100%">x</a>');
  expect(validateRelease(found, EMPTY, [])).toEqual(['/ links to /100%, which is no address.']);
});

test('a site is built into a data folder on another file system than the checkout', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'data-'));
  onTestFinished(() => {
    for (const folder of [checkout, dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  /** Moves a font with rename, as Astro does from its cache into its output. */
  const moveInto = async (folder: string) => {
    await writeFile(join(checkout, 'font.woff2'), 'the font');
    await rename(join(checkout, 'font.woff2'), join(folder, 'font.woff2'));
  };
  // On a single file system the rename cannot fail, so there is nothing to prove.
  if (statSync(checkout).dev !== statSync(dataDir).dev) {
    await expect(moveInto(dataDir)).rejects.toThrow('EXDEV');
  }
  const release = join(dataDir, 'release');
  await buildAside(checkout, { name: 'one', release }, moveInto);
  expect(readFileSync(join(release, 'font.woff2'), 'utf8')).toBe('the font');
  expect(readdirSync(join(checkout, 'output'))).toEqual([]);
});
