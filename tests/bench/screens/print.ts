import type { PageLoad, ScreenLoads } from './phone.ts';

const HEAD = ['', 'useful', '/ gig', 'again', '/ first', 'requests', 'again', 'KB', 'again'];

/** One line a screen: the first load, then the second; times in ms, medians. */
export function printScreens(screens: Map<string, ScreenLoads[]>): void {
  print([...HEAD, 'shift', 'click']);
  let gig = 0;
  for (const [name, loads] of screens) {
    const cold = (of: Figure) => median(loads.map((each) => figure(each.cold, of)));
    const warm = (of: Figure) => median(loads.map((each) => figure(each.warm, of)));
    const useful = cold('usefulMs');
    const again = warm('usefulMs');
    gig ||= useful;
    const shift = Math.max(...loads.flatMap((each) => [each.cold.shift, each.warm.shift]));
    const click = median(loads.map((each) => each.clickMs));
    print([
      name,
      useful.toFixed(0),
      (useful / gig).toFixed(2) + mark(useful / gig <= 1.5),
      again.toFixed(0),
      (again / useful).toFixed(2) + mark(again / useful <= 0.5),
      cold('requests') + mark(cold('requests') <= 12),
      String(warm('requests')),
      cold('kilobytes').toFixed(0),
      warm('kilobytes').toFixed(0),
      shift.toFixed(3) + mark(shift <= 0.01),
      click + mark(click <= 100),
    ]);
  }
}

type Figure = keyof PageLoad;

const figure = (load: PageLoad, of: Figure): number => {
  const value = load[of];
  return typeof value === 'number' ? value : value.length;
};

/** Every request of the first load and of the second: when it was sent and answered, and its bytes. */
export function printRequests(name: string, { cold, warm }: ScreenLoads): void {
  for (const [which, load] of Object.entries({ first: cold, again: warm })) {
    console.log(`${name}, ${which}: of use after ${load.usefulMs.toFixed(0)} ms`);
    for (const { path, sentMs, endMs, bytes } of load.requests) {
      console.log(
        `${sentMs.toFixed(0).padStart(7)}${endMs.toFixed(0).padStart(7)}${String(bytes).padStart(8)}  ${path}`,
      );
    }
  }
}

const print = (cells: string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(9))).join(''));

const mark = (reached: boolean) => (reached ? '✓' : '✗');

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
