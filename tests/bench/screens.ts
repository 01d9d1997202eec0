// How soon each screen is of use on a phone: `node tests/bench/screens.ts [screen …]`.
import { openBrowser } from '../e2e/chromium.ts';
import { prepareFixture } from './fixture.ts';
import { openScreens } from './screens/app.ts';
import { measureScreen, type ScreenLoads } from './screens/phone.ts';
import { printScreens } from './screens/print.ts';

const RUNS = 3;
const requested = process.argv.slice(2);

const fixture = await prepareFixture();
const { origin, screens, close } = await openScreens(fixture);
const browser = await openBrowser();
try {
  const chosen = screens.filter(
    ({ name }, at) => at === 0 || requested.length === 0 || requested.includes(name),
  );
  const loads = new Map<string, ScreenLoads[]>();
  for (let run = 0; run < RUNS; run += 1) {
    for (const screen of chosen) {
      const measured = await measureScreen(browser, origin, screen);
      loads.set(screen.name, [...(loads.get(screen.name) ?? []), measured]);
    }
  }
  printScreens(loads);
} finally {
  await browser.close();
  await close();
  fixture.clear();
}
