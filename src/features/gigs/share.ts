// Has no imports, so that it is inlined in the page and handles the first click.
const button = document.querySelector<HTMLElement>('[data-share]');

/** Copies at once; share-toast.ts shows the result as soon as it is loaded. */
async function copy(target: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    target.dataset['copied'] = 'yes';
  } catch {
    target.dataset['copied'] = 'no';
  }
  target.dispatchEvent(new Event('copied'));
}

button?.addEventListener('click', () => void copy(button));

export {};
