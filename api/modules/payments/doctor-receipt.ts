const TEST_RECEIPT = 'doctor-';

/** The receipt of a ₹1 order that the doctor makes and refunds: its payment belongs to nobody. At most 40 characters. */
export const doctorReceipt = (id: string): string => TEST_RECEIPT + id.replaceAll('-', '');
export const isDoctorReceipt = (receipt: string | null): boolean =>
  receipt?.startsWith(TEST_RECEIPT) ?? false;
