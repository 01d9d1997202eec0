import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
// The headless shell has the same engine and needs half the processor time.
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Playwright's own Chromium where it was downloaded, Debian's otherwise. */
export function chromiumPath(): string {
  const own = chromium.executablePath();
  return [own, ...DEBIAN].find((path) => existsSync(path)) ?? own;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ args: FLAGS, executablePath: chromiumPath() });
