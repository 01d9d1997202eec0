import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
// The shell without a window is the same engine and half the work.
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Playwright's own Chromium where it was downloaded, Debian's otherwise. */
export function openBrowser(): Promise<Browser> {
  const own = chromium.executablePath();
  const executablePath = [own, ...DEBIAN].find((path) => existsSync(path)) ?? own;
  return chromium.launch({ args: FLAGS, executablePath });
}
