import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const MOST = 4;
const STEP = 1.25;

/** How large sheets are drawn: 1 is as wide as their place. */
export const $zoom = atom(1);

export const zoomTo = (zoom: number): void => $zoom.set(Math.min(Math.max(zoom, 1), MOST));
export const zoomIn = (): void => zoomTo($zoom.get() * STEP);
export const zoomOut = (): void => zoomTo($zoom.get() / STEP);

const KEYS: Record<string, () => void> = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  '0': () => zoomTo(1),
};

/** Lets two fingers, a touchpad and keys zoom what a box shows; what is in its middle stays there. */
export function useZoom(ref: RefObject<HTMLElement | null>): number {
  const zoom = useStore($zoom);
  const last = useRef(zoom);
  useLayoutEffect(() => {
    const box = ref.current;
    const by = zoom / last.current;
    last.current = zoom;
    if (!box || by === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = box;
    const moved = (start: number, size: number) => (start + size / 2) * by - size / 2;
    box.scrollTo({
      ...{ left: moved(scrollLeft, clientWidth), top: moved(scrollTop, clientHeight) },
      behavior: 'instant',
    });
  }, [ref, zoom]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let spread = 0;
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches;
      const before = spread;
      spread = a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
      if (spread > 0) event.preventDefault();
      if (spread > 0 && before > 0) zoomTo($zoom.get() * (spread / before));
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo($zoom.get() * Math.exp(-event.deltaY / 300));
    };
    const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (!ctrlKey && !metaKey) KEYS[key]?.();
    };
    // React listens passively, which leaves the gesture to the page.
    const options = { passive: false };
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      box.addEventListener(name, touch, options);
    box.addEventListener('wheel', wheel, options);
    box.addEventListener('keydown', press);
    return () => {
      zoomTo(1);
      for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
        box.removeEventListener(name, touch);
      box.removeEventListener('wheel', wheel);
      box.removeEventListener('keydown', press);
    };
  }, [ref]);
  return zoom;
}
