import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when reached; with 'signed-in' at once for somebody who is signed in. */
    'client:interaction'?: boolean | 'signed-in';
  }
}

const SIGNS = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'reach'] as const;
const KEPT = ['click', 'submit'] as const;

const reach: ClientDirective = (load, options, island) => {
  let started = false;
  let missed: (() => void) | undefined;

  const start = async () => {
    if (started) return;
    started = true;
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    const hydrate = await load();
    await hydrate();
    for (const kind of KEPT) island.removeEventListener(kind, keep, true);
    missed?.();
  };

  const keep = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    missed = replayOf(event, event.target);
    void start();
  };

  for (const sign of SIGNS) island.addEventListener(sign, start, { passive: true });
  for (const kind of KEPT) island.addEventListener(kind, keep, true);
  if (options.value === 'signed-in' && document.documentElement.dataset['session']) void start();
};

function replayOf(event: Event, target: Element): () => void {
  const control = target.closest('button, a, input, label, summary') ?? target;
  return () => {
    // React takes over at once what a pointer touches; only then is it ready for the click.
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
      target.requestSubmit(event.submitter);
    } else if (control instanceof HTMLElement) {
      control.click();
    }
  };
}

export default reach;
