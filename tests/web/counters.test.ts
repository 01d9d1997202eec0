import { expect, test, vi } from 'vitest';

test('a counter starts at zero, also when its first frame is older than its start', async () => {
  const frames: ((now: number) => void)[] = [];
  let seen: (entries: object[]) => void = () => {};
  const count = { dataset: { count: '100' }, textContent: '100' };
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('performance', { now: () => 1_000 });
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => frames.push(step));
  vi.stubGlobal('document', { querySelectorAll: () => [count] });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(call: (entries: object[]) => void) {
        seen = call;
      }
      observe() {}
      unobserve() {}
    },
  );
  await import('../../src/features/home/count-up.ts');
  seen([{ isIntersecting: true, target: count }]);
  const shown = [992, 1_500, 3_000].map((now) => {
    frames.shift()?.(now);
    return Number(count.textContent);
  });
  expect(shown[0]).toBe(0);
  expect(shown[1]).toBeGreaterThan(0);
  expect(shown[2]).toBe(100);
  vi.unstubAllGlobals();
});
