import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { inTurn } from '../../api/publish/astro.ts';

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
