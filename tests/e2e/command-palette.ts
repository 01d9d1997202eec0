import type { Page } from 'playwright';

/** Opens the command palette by keyboard and searches it. */
export async function searchCommandPalette(page: Page, search: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/or what to do/).fill(search);
}
