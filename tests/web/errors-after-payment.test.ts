import { expect, test } from 'vitest';
import { VERIFICATION_FAILED } from '../../api/modules/payments/texts.ts';
import { textAfterPayment, withNextStep } from '../../src/features/checkout/checkout-messages.ts';
import { ApiError } from '../../src/lib/api.ts';

test('no error after a payment asks the payer to try again', () => {
  for (const error of [
    new ApiError(503, 'This could not be saved just now. Please try again.'),
    new ApiError(500, 'Something went wrong on our side. Please try again.'),
    new ApiError(0, 'No connection. Check your network and try again.'),
    new TypeError('anything else'),
  ]) {
    expect(textAfterPayment(error)).toMatch(/^We are checking .*do not pay again/);
    expect(textAfterPayment(error)).not.toMatch(/try again/);
  }
  expect(textAfterPayment(new ApiError(401, 'Please sign in first.'))).toMatch(
    /^Please sign in first\. We are checking/,
  );
  expect(withNextStep(VERIFICATION_FAILED)).toMatch(
    /^Payment verification failed\. .*not pay again/,
  );
});
