import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first interaction; with 'signed-in' without one for a signed-in person. */
    'client:interaction'?: boolean | 'signed-in';
  }
}

const TRIGGERS = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'focusin',
  'change',
  'dragenter',
  'hydrate',
] as const;
const REPLAYED = ['click', 'submit'] as const;

const hydrateOnInteraction: ClientDirective = (load, options, island) => {
  let started = false;
  let replay: (() => void) | undefined;

  const start = async () => {
    if (started) return;
    started = true;
    for (const type of TRIGGERS) island.removeEventListener(type, start);
    const hydrate = await load();
    await hydrate();
    for (const type of REPLAYED) island.removeEventListener(type, onEarlyEvent, true);
    replay?.();
  };

  const onEarlyEvent = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    replay = replayOf(event, event.target);
    void start();
  };

  for (const type of TRIGGERS) island.addEventListener(type, start, { passive: true });
  for (const type of REPLAYED) island.addEventListener(type, onEarlyEvent, true);
  if (options.value === 'signed-in' && document.documentElement.dataset['session']) {
    void start();
  }
};

function replayOf(event: Event, target: Element): () => void {
  const control = target.closest('button, a, input, label, summary') ?? target;
  return () => {
    // React hydrates at once where a pointer event occurs; only then does it handle the click.
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
      target.requestSubmit(event.submitter);
    } else if (control instanceof HTMLElement) {
      control.click();
    }
  };
}

export default hydrateOnInteraction;
