import type { Page } from 'playwright';
import { CART_KEY } from '../../src/lib/storage-keys.ts';
import { WEBSITE } from '../support/people.ts';

/**
 * Stores a package in the cart, as the gig page does, and opens the checkout. Its button works once the provider's
 * script is loaded.
 */
export async function openCheckout(page: Page, gigId = WEBSITE): Promise<void> {
  await openCheckoutPage(page, gigId);
  await page.waitForFunction(() => 'Razorpay' in window);
}

/** The same, without waiting for the provider's script. */
export async function openCheckoutPage(page: Page, gigId = WEBSITE): Promise<void> {
  await page.goto('/security');
  await page.evaluate(
    async ([id, key]) => {
      const { gig } = await (await fetch(`/api/v1/gig/get/${id}`)).json();
      const cart = {
        checkoutId: crypto.randomUUID(),
        gigId: id,
        title: gig.title,
        thumbnailImage: gig.thumbnailImages[0],
        selectedPlan: gig.PricingPlans[0],
        extraFeatures: [],
      };
      localStorage.setItem(key, JSON.stringify(cart));
    },
    [gigId, CART_KEY] as const,
  );
  await page.goto('/process-payment');
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
}

export async function fillAddress(page: Page): Promise<void> {
  for (const [label, text] of [
    ['Phone Number', '+91 98765 43210'],
    ['Street Address', '14 Law College Road'],
    ['City', 'Pune'],
    ['State', 'Maharashtra'],
    ['Country', 'India'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
}

export const proceed = (page: Page) => page.getByRole('button', { name: /^Proceed to Payment/ });

/** A page that shows for a while that it was paid, and then leads on, leads on at once. */
const leaveAtOnce = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window;
    const sooner = (call: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(call, String(call).includes('location.assign') ? 0 : ms, ...rest);
    Object.assign(window, { setTimeout: sooner });
  });

/** Requests a UPI payment in the provider's dialog. */
export async function payByUpi(page: Page, vpa = 'success@razorpay'): Promise<void> {
  await leaveAtOnce(page);
  await page.getByLabel('UPI', { exact: true }).check();
  await page.getByLabel('UPI ID').fill(vpa);
  await page.getByRole('button', { name: /^Pay [₹$]/ }).click();
}

export async function payByCard(page: Page): Promise<void> {
  await leaveAtOnce(page);
  await page.getByLabel('Card number').fill('4100280000001007');
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('button', { name: /^Pay [₹$]/ }).click();
  await page.getByLabel('One-time password').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
}
