import { expect, test } from 'vitest';
import { toastPosition } from '../../src/components/toast-position.ts';

const desktop = { width: 1440, height: 900, top: 64, toasts: 1 };
const phone = { width: 390, height: 844, top: 64, toasts: 1 };
const box = (left: number, top: number, width = 160, height = 44) => ({
  ...{ left, top, right: left + width, bottom: top + height },
});

test('puts a toast at the top right while no button is there', () => {
  expect(toastPosition(desktop, [box(200, 80), box(1200, 400)])).toBe('top-right');
  expect(toastPosition(phone, [])).toBe('top-right');
});

test('puts a toast at the bottom when it would cover buttons at the top', () => {
  expect(toastPosition(desktop, [box(1200, 80)])).toBe('bottom-right');
  expect(toastPosition(phone, [box(20, 100)])).toBe('bottom-right');
});

test('counts the toasts that are there already', () => {
  const button = box(1200, 200);
  expect(toastPosition(desktop, [button])).toBe('top-right');
  expect(toastPosition({ ...desktop, toasts: 2 }, [button])).toBe('bottom-right');
});

test('never puts a toast on the button just used, whatever else it covers', () => {
  const used = box(20, 780);
  const others = [box(20, 80), box(200, 80)];
  expect(toastPosition(phone, [...others, used], used)).toBe('top-right');
});
