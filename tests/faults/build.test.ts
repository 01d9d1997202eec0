import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildAside, inTurn } from '../../api/publish/astro.ts';

test('shops of one checkout are built one after the other, and one that fails is in nobody’s way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const build = (name: string, fails = false) =>
    inTurn(join(folder, 'lock.db'), async () => {
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

test('a site is built for a data folder on another file system than the checkout', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'data-'));
  onTestFinished(() => {
    for (const folder of [checkout, dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  /** A font, as Astro moves it from the folder of its bundles into its output. */
  const moveInto = async (folder: string) => {
    await writeFile(join(checkout, 'font.woff2'), 'the font');
    await rename(join(checkout, 'font.woff2'), join(folder, 'font.woff2'));
  };
  // Where both lie on one file system there is nothing that a rename could stumble over.
  if (statSync(checkout).dev !== statSync(dataDir).dev) {
    await expect(moveInto(dataDir)).rejects.toThrow('EXDEV');
  }
  const release = join(dataDir, 'release');
  await buildAside(checkout, { name: 'one', release }, moveInto);
  expect(readFileSync(join(release, 'font.woff2'), 'utf8')).toBe('the font');
  expect(readdirSync(join(checkout, 'output'))).toEqual([]);
});
