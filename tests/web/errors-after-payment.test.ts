import { expect, test } from 'vitest';
import { STILL_CHECKING, VERIFICATION_FAILED } from '../../api/modules/payments/texts.ts';
import { errorAfterPayment, paymentError } from '../../src/features/checkout/checkout-messages.ts';
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
  expect(paymentError(new ApiError(400, VERIFICATION_FAILED))).toMatchObject({
    text: 'Payment verification failed',
    more: expect.stringMatching(/not pay again/),
  });
});

test('a payment that no server answered has failed, and the second sentence says why', () => {
  const offline = 'You are offline. Check your connection and try again.';
  expect(paymentError(new ApiError(0, offline))).toEqual({ text: 'Payment Failed', more: offline });
  expect(paymentError(new TypeError('anything else'))).toEqual({ text: 'Payment Failed' });
  expect(paymentError(new ApiError(409, 'The price has changed.'))).toEqual({
    text: 'The price has changed.',
  });
});
