let made = 0;

/** An id with the length of the provider's ids, ascending like them. */
export function providerId(prefix: 'order' | 'pay'): string {
  made += 1;
  return `${prefix}_${process.pid.toString(36).padStart(5, '0')}${made.toString(36).padStart(9, '0')}`;
}
