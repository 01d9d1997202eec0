/** Masks a payment id: `pay_ABCDEFGHIJKLMN` → `pay_••••••••••KLMN`. */
export const maskPaymentId = (id: string): string => `pay_••••••••••${id.slice(-4)}`;
