const TEST_RECEIPT = 'doctor-';

/** The type of the doctor's test webhook. */
export const DOCTOR_EVENT = 'doctor.check';

/**
 * The receipt of the doctor's ₹1 test order, whose payment belongs to no order here. At most 40 characters.
 */
export const doctorReceipt = (id: string): string => TEST_RECEIPT + id.replaceAll('-', '');
export const isDoctorReceipt = (receipt: string | null): boolean =>
  receipt?.startsWith(TEST_RECEIPT) ?? false;
