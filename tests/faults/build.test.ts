import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { NOTHING } from '../../api/modules/catalog/content/kinds.ts';
import { BLANK_PROFILE } from '../../api/modules/catalog/profile/form-rules.ts';
import { runExclusively } from '../../api/modules/site/build/compile-templates.ts';
import {
  contentsOf,
  readPageContent,
  validateRelease,
} from '../../api/modules/site/build/validate-release.ts';
import { entryOf, openReleaseFolder } from '../../api/modules/site/releases/release-folder.ts';

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
const SHOWN_PROFILE = { ...BLANK_PROFILE, portrait: null, reviewPictures: [], showcase: [] };
const EMPTY = { ...NOTHING, open: true, reviews: [], legal: [], profile: SHOWN_PROFILE };

/** The files of a release that consists of one page. */
const scanPage = (html: string) =>
  contentsOf({}, { '/': { file: 'index.html', reads: {}, content: readPageContent(html) } });

test('an address inside a text is neither a picture nor a link', async () => {
  const review = `Look at /media/${ZEROS}.png and href="/nowhere"`;
  const found = scanPage(
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
  const found = scanPage(
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

test('a link that is not a valid address is reported with its page', () => {
  const found = scanPage('<a href="/100%">x</a>');
  expect(validateRelease(found, EMPTY, [])).toEqual(['/ links to /100%, which is not there.']);
});

test('a release in a data folder on another file system than the checkout gets copies', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'data-'));
  onTestFinished(() => {
    for (const folder of [checkout, dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  const font = Buffer.from('the font');
  writeFileSync(join(checkout, 'font.woff2'), font);
  // On a single file system the link cannot fail, so there is nothing to test.
  if (statSync(checkout).dev !== statSync(dataDir).dev) {
    const from = join(checkout, 'font.woff2');
    expect(() => linkSync(from, join(dataDir, 'font.woff2'))).toThrow('EXDEV');
  }
  const compiled = { folder: checkout, files: { 'font.woff2': entryOf(font) } };
  const first = openReleaseFolder(join(dataDir, 'first'), null);
  first.add('font.woff2', compiled);
  expect(readFileSync(join(dataDir, 'first', 'font.woff2'), 'utf8')).toBe('the font');
  const moved = openReleaseFolder(join(checkout, 'second'), first);
  expect(moved.keep('font.woff2')).toBe(true);
  expect(readFileSync(join(checkout, 'second', 'font.woff2'), 'utf8')).toBe('the font');
});

test('a release never changes the files that it shares with the release before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = openReleaseFolder(join(folder, 'first'), null);
  for (const file of ['same.html', 'other.html']) first.write(file, Buffer.from('before'));
  const second = openReleaseFolder(join(folder, 'second'), first);
  second.write('same.html', Buffer.from('before'));
  expect(second.keep('other.html')).toBe(true);
  second.write('other.html', Buffer.from('after'));
  const inode = (release: string) => statSync(join(folder, release, 'same.html')).ino;
  expect(inode('second')).toBe(inode('first'));
  expect(readFileSync(join(folder, 'first', 'other.html'), 'utf8')).toBe('before');
  expect(readFileSync(join(folder, 'second', 'other.html'), 'utf8')).toBe('after');
  // A deleted file is created again.
  rmSync(join(folder, 'second', 'same.html'));
  const third = openReleaseFolder(join(folder, 'third'), second);
  expect(third.keep('same.html')).toBe(false);
  third.write('same.html', Buffer.from('before'));
  expect(readFileSync(join(folder, 'third', 'same.html'), 'utf8')).toBe('before');
});
