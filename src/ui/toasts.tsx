import './toasts.css';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';

const AT_MOST = 20;
const LIFETIMES = { success: 2_000, error: 4_000, info: 4_000, loading: Number.POSITIVE_INFINITY };

// Under the bar, so that ten seconds of news do not lie on the bell.
const OFFSET = { top: 'calc(var(--bar) + var(--s2))' };

let layer: HTMLElement | undefined;

function mount(): HTMLElement {
  if (layer) return layer;
  layer = document.body.appendChild(document.createElement('div'));
  layer.className = 'toast-layer';
  layer.popover = 'manual';
  createRoot(layer).render(
    <Toaster
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      visibleToasts={AT_MOST}
      expand
      closeButton
      className="toasts"
    />,
  );
  return layer;
}

// A dialog that opened meanwhile would lie over them: the newest toast goes on top again.
function raise(place: HTMLElement): void {
  if (place.matches(':popover-open')) place.hidePopover();
  place.showPopover();
}

export function show(kind: keyof typeof LIFETIMES, message: string, duration?: number): void {
  raise(mount());
  sonner[kind](message, { duration: duration ?? LIFETIMES[kind] });
}
