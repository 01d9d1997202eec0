import type { Page } from 'playwright';

/** A folder for pictures, when somebody wants to see them. */
const SCREENSHOT_FOLDER = process.env['SHOTS'] ?? '';

/** Takes a picture in both themes; with `whole`, of the page below the window, too. */
export async function saveScreenshot(
  page: Page,
  name: string,
  { whole = false } = {},
): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: `${SCREENSHOT_FOLDER}/${name}-${colorScheme}.png`,
      fullPage: whole,
    });
  }
}
