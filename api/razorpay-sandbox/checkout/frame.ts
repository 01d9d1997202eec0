import { h, icon, keepFocus } from './dom.ts';
import { STYLES } from './styles.ts';

export interface Frame {
  dialog: HTMLDialogElement;
  closer: HTMLButtonElement;
  open(): void;
  remove(): void;
  /** Shows a different step in the dialog. */
  show(view: HTMLElement, focus?: HTMLElement): void;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Shows an error; '' removes it. */
  complain(text: string): void;
  setAmount(text: string): void;
}

/** The dialog around the steps, in a shadow root so that styles of page and dialog do not mix. */
export function makeFrame(title: string, description = ''): Frame {
  const amount = h('p', { class: 'amount' });
  const status = h('p', { class: 'unseen', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const body = h('div', { class: 'body' });
  const closer = h('button', { type: 'button', class: 'close', 'aria-label': 'Close' });
  closer.append(icon('close'));
  const head = h(
    'header',
    {},
    h('p', { class: 'mono' }, h('b', {}, 'TEST GATEWAY'), ' · no real money'),
    closer,
    h(
      'div',
      {},
      h('h2', { id: 'title' }, title),
      description ? h('p', { class: 'muted' }, description) : null,
    ),
    amount,
  );
  const dialog = h('dialog', { 'aria-labelledby': 'title' }, head, problem, body, status);

  const host = h('div', { 'data-test-gateway': '' });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  keepFocus(dialog, root);

  return {
    dialog,
    closer,
    open() {
      // Follows the theme of the page if it has set one, otherwise the system's.
      const { colorScheme } = getComputedStyle(document.documentElement);
      if (colorScheme === 'normal') host.style.colorScheme = 'light dark';
      document.body.append(host);
      dialog.showModal();
    },
    remove: () => host.remove(),
    show(view, focus) {
      problem.textContent = '';
      // The sheet gets no lower from step to step.
      body.style.minHeight = `${body.offsetHeight}px`;
      body.replaceChildren(view);
      focus?.focus();
    },
    say(text) {
      status.textContent = text;
    },
    complain(text) {
      problem.textContent = text;
    },
    setAmount(text) {
      amount.textContent = text;
    },
  };
}
