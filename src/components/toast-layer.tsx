import './toasts.css';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import type { ToastKind, ToastOptions } from './toast.ts';

const MAX_VISIBLE = 20;

/** Heads with buttons that a toast must not cover: Save of a screen, the cross of a panel or of a conversation. */
const HEADS = '.screen-head, :popover-open > .account-menu__head, dialog[open] > .chat__head';

// Below the navigation bar, too, which has the bell.
const OFFSET = { top: 'calc(max(var(--bar), var(--buttons-end, 0px)) + var(--s2))' };

let layer: HTMLElement | undefined;

function mount(): HTMLElement {
  if (layer) return layer;
  layer = document.body.appendChild(document.createElement('div'));
  layer.className = 'toast-layer';
  layer.popover = 'manual';
  letTabLeave(layer);
  createRoot(layer).render(
    <Toaster
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      visibleToasts={MAX_VISIBLE}
      expand
      closeButton
      className="toasts"
    />,
  );
  return layer;
}

/** Sonner gives the focus back to the element before the toasts; after Tab, nobody would get past them. */
function letTabLeave(container: HTMLElement): void {
  let isTab = false;
  container.addEventListener('keydown', ({ key }) => {
    isTab = key === 'Tab';
  });
  container.addEventListener(
    'focusout',
    (event) => {
      if (isTab && !container.contains(event.relatedTarget as Node | null)) {
        event.stopImmediatePropagation();
      }
      isTab = false;
    },
    { capture: true },
  );
}

function moveBelowButtons(container: HTMLElement): void {
  const heads = [...document.querySelectorAll(HEADS)];
  const end = Math.max(0, ...heads.map((head) => head.getBoundingClientRect().bottom));
  container.style.setProperty('--buttons-end', `${end}px`);
}

// A dialog that was opened after the layer would cover it; showing the popover again puts it on top.
function bringToFront(container: HTMLElement): void {
  if (container.matches(':popover-open')) container.hidePopover();
  container.showPopover();
}

export function showToast(
  kind: ToastKind,
  message: string,
  { duration, detail, link, id }: ToastOptions & { duration: number },
): void {
  const container = mount();
  moveBelowButtons(container);
  bringToFront(container);
  sonner[kind](message, {
    duration,
    ...(link && {
      action: { label: link.label, onClick: () => location.assign(link.href) },
    }),
    ...(detail && { description: detail }),
    ...(id && { id }),
  });
}
