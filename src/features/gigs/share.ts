// Imports nothing: so small a script stands in the page itself and misses no click.
const button = document.querySelector<HTMLElement>('[data-share]');

/** Copies at once; share-toast.ts says how it went, later when it is not there yet. */
async function copy(place: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    place.dataset['copied'] = 'yes';
  } catch {
    place.dataset['copied'] = 'no';
  }
  place.dispatchEvent(new Event('copied'));
}

button?.addEventListener('click', () => void copy(button));

export {};
