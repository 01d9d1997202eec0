// How soon each screen can be used on a phone: `node tests/bench/screens.ts [--runs=N] [--verbose] [screen …]`.
import { parseArgs } from 'node:util';
import { openBrowser } from '../e2e/chromium.ts';
import { prepareFixture } from './fixture.ts';
import { openScreens } from './screens/app.ts';
import { measureScreen, type Screen, type ScreenLoads } from './screens/phone.ts';
import { printRequests, printScreens } from './screens/print.ts';

const { values, positionals: requested } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = Number(values.runs);

const fixture = await prepareFixture();
const { origin, screens, close } = await openScreens(fixture);
const browser = await openBrowser();
try {
  const chosen = screens.filter(
    ({ name }, at) => at === 0 || requested.length === 0 || requested.includes(name),
  );
  const loads = new Map<Screen, ScreenLoads[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const screen of chosen) {
      const measured = await measureScreen(browser, origin, screen);
      if (values.verbose && run === 0) printRequests(screen.name, measured);
      loads.set(screen, [...(loads.get(screen) ?? []), measured]);
    }
  }
  printScreens(loads);
} finally {
  await browser.close();
  await close();
  fixture.clear();
}
