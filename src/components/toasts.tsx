import './toasts.css';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import type { ToastOptions } from './toast.ts';
import { placeFor } from './toast-place.ts';

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

const ACTIONS = ':is(button, .button, input, textarea, select, summary)';

/** Where the next toast covers nothing that can be pressed, as far as there is such a place. */
function findPlace(id: string | undefined) {
  const within = document.querySelector('dialog:modal') ?? document.querySelector('main');
  const actions = [...(within?.querySelectorAll(ACTIONS) ?? [])];
  const used = document.activeElement?.matches(ACTIONS) ? document.activeElement : null;
  const others = sonner.getToasts().filter((each) => each.id !== id);
  const bar = document.querySelector('[data-bar]')?.getBoundingClientRect().bottom ?? 0;
  return placeFor(
    { width: innerWidth, height: innerHeight, top: bar, toasts: others.length + 1 },
    actions.map((each) => each.getBoundingClientRect()),
    used?.getBoundingClientRect(),
  );
}

export function show(
  kind: keyof typeof LIFETIMES,
  message: string,
  { duration = LIFETIMES[kind], detail, id }: ToastOptions,
): void {
  raise(mount());
  sonner[kind](message, {
    duration,
    position: findPlace(id),
    ...(detail && { description: detail }),
    ...(id && { id }),
  });
}
