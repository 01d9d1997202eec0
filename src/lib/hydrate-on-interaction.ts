import type { ClientDirective } from 'astro';
import { PART_FAILED } from './part-failed.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first interaction; with 'signed-in' without one for a signed-in person. */
    'client:interaction'?: boolean | 'signed-in';
  }
}

// A touch begins with `pointerover`, too.
const TRIGGERS = ['pointerover', 'focusin', 'change', 'dragenter', 'hydrate'] as const;
const REPLAYED = ['click', 'submit'] as const;

const hydrateOnInteraction: ClientDirective = (load, options, island) => {
  let started = false;
  let replay: (() => void) | undefined;
  // Screen readers read it when it appears.
  const failure = document.createElement('output');
  failure.textContent = PART_FAILED;

  const start = async () => {
    if (started) return;
    started = true;
    try {
      const hydrate = await load();
      failure.remove();
      await hydrate();
    } catch {
      started = false;
      return replay && island.append(failure);
    }
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
