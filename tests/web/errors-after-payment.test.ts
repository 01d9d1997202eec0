import { expect, test } from 'vitest';
import { STILL_CHECKING, VERIFICATION_FAILED } from '../../api/modules/payments/texts.ts';
import { errorAfterPayment, withNextStep } from '../../src/features/checkout/checkout-messages.ts';
import { ApiError } from '../../src/lib/api.ts';

test('no error after a payment asks the payer to try again', () => {
  for (const error of [
    new ApiError(503, 'This could not be saved just now. Please try again.'),
    new ApiError(500, 'Something went wrong, please try again.'),
    new ApiError(0, 'Something went wrong, please try again. No connection: check your network.'),
    new TypeError('anything else'),
  ]) {
    expect(errorAfterPayment(error)).toEqual({
      text: 'Payment verification failed',
      more: STILL_CHECKING,
    });
  }
  expect(STILL_CHECKING).toMatch(/do not pay again/);
  expect(errorAfterPayment(new ApiError(401, 'Please sign in first.'))).toEqual({
    text: 'Please sign in first.',
    more: STILL_CHECKING,
  });
  expect(withNextStep(VERIFICATION_FAILED)).toMatchObject({
    text: 'Payment verification failed',
    more: expect.stringMatching(/not pay again/),
  });
});
