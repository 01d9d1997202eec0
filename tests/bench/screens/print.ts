import type { PageLoad, Screen, ScreenLoads } from './phone.ts';

const HEAD = ['', 'shown', '/ bare', 'again', '/ bare', 'requests', 'again', 'KB', 'again'];
/** How much longer than the bare page a screen may take: of a buyer first and again, of the owner. */
const [FIRST, AGAIN, OF_OWNER] = [1.4, 1.3, 1.6];

/** One line a screen: the first load, then the second; times in ms, medians. The first screen is the limit. */
export function printScreens(screens: Map<Screen, ScreenLoads[]>): void {
  print([...HEAD, 'work', 'layouts', 'shift', 'click']);
  let bare: { shown: number; again: number } | undefined;
  for (const [{ name, path }, loads] of screens) {
    const cold = (of: Figure) => median(loads.map((each) => figure(each.cold, of)));
    const warm = (of: Figure) => median(loads.map((each) => figure(each.warm, of)));
    const shown = cold('usefulMs');
    const again = warm('usefulMs');
    bare ??= { shown, again };
    const isOwners = path.startsWith('/desk');
    const shift = Math.max(...loads.flatMap((each) => [each.cold.shift, each.warm.shift]));
    const click = median(loads.map((each) => each.clickMs));
    print([
      name,
      shown.toFixed(0),
      ratio(shown / bare.shown, isOwners ? OF_OWNER : FIRST),
      again.toFixed(0),
      ratio(again / bare.again, isOwners ? OF_OWNER : AGAIN),
      String(cold('requests')),
      String(warm('requests')),
      cold('kilobytes').toFixed(0),
      warm('kilobytes').toFixed(0),
      cold('workMs').toFixed(0),
      String(cold('layouts')),
      shift.toFixed(3) + mark(shift <= 0.01),
      click + mark(click <= 200),
    ]);
  }
}

const ratio = (of: number, aim: number): string => of.toFixed(2) + mark(of <= aim);

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
