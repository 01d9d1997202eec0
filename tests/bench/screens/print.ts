import type { PageLoad, ScreenLoads } from './phone.ts';

const HEAD = ['', 'useful', '/ gig', 'again', '/ first', 'requests', 'again', 'KB', 'again'];

/** One line a screen: the first load, then the second; times in ms, medians. */
export function printScreens(screens: Map<string, ScreenLoads[]>): void {
  print([...HEAD, 'shift', 'click']);
  let gig = 0;
  for (const [name, loads] of screens) {
    const cold = (of: keyof PageLoad) => median(loads.map((each) => each.cold[of]));
    const warm = (of: keyof PageLoad) => median(loads.map((each) => each.warm[of]));
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

const print = (cells: string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(9))).join(''));

const mark = (reached: boolean) => (reached ? '✓' : '✗');

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
