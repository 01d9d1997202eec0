import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutomaticPublishing } from '../../api/modules/site/publish/automatic-publishing.ts';

let site: {
  isOn: boolean;
  isBusy: boolean;
  waiting: number;
  published: number[];
  failures: string[];
};
let publishing: ReturnType<typeof createAutomaticPublishing>;
beforeEach(() => {
  vi.useFakeTimers();
  site = { isOn: true, isBusy: false, waiting: 0, published: [], failures: [] };
  publishing = createAutomaticPublishing(
    {
      isAutomatic: async () => site.isOn,
      isPublishing: async () => site.isBusy,
      hasChanged: async () => site.waiting > 0,
      publish: async () => {
        site.published.push(site.waiting);
        site.waiting = 0;
        return true;
      },
    },
    { info() {}, error: (message) => void site.failures.push(message) },
  );
});
afterEach(async () => {
  await publishing.close();
  vi.useRealTimers();
});

function save() {
  site.waiting += 1;
  publishing.changed();
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a change is published one second after it was saved', async () => {
  save();
  await pass(999);
  expect(site.published).toEqual([]);
  await pass(1);
  expect(site.published).toEqual([1]);
  await pass(60_000);
  expect(site.published).toEqual([1]);
});

test('changes of the same second are published together, and steady ones every second', async () => {
  for (let saved = 0; saved < 6; saved += 1) {
    save();
    await pass(400);
  }
  await pass(1_000);
  expect(site.published).toEqual([3, 3]);
});

test('a change that is saved while a publish runs is published after it', async () => {
  site.isBusy = true;
  save();
  await pass(5_000);
  expect(site.published).toEqual([]);
  site.isBusy = false;
  await pass(1_000);
  expect(site.published).toEqual([1]);
});

test('nothing is published while the switch is off, when nothing has changed, or after the stop', async () => {
  publishing.changed();
  await pass(2_000);
  site.isOn = false;
  save();
  await pass(2_000);
  site.isOn = true;
  save();
  await publishing.close();
  save();
  await pass(2_000);
  expect(site.published).toEqual([]);
  expect(site.failures).toEqual([]);
});
