import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const DEBIAN = '/usr/bin/chromium';

/** What Playwright turns off, too: of two lists the last counts. */
const PLAYWRIGHT_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
];
/** Each is a page that the browser loads with every window, for half the time that opening one takes. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${[...PLAYWRIGHT_OFF, ...ADDRESS_BAR]}`,
];

/** The browser that people use, whole: Debian's, or the one that Playwright downloads. */
export const chromiumPath = (): string => (existsSync(DEBIAN) ? DEBIAN : chromium.executablePath());

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ args: FLAGS, executablePath: chromiumPath() });
