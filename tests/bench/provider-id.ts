let made = 0;

/** As long as the provider's own, and growing like them. */
export function providerId(prefix: 'order' | 'pay'): string {
  made += 1;
  return `${prefix}_${process.pid.toString(36).padStart(5, '0')}${made.toString(36).padStart(9, '0')}`;
}
