const list = document.querySelector<HTMLElement>('[data-carousel]');
const position = document.querySelector<HTMLElement>('[data-position]');

if (list && position) {
  const count = list.children.length;
  const current = () => Math.round(list.scrollLeft / list.clientWidth);
  // Wraps around at both ends.
  const step = (by: number) => {
    const at = (current() + by + count) % count;
    list.scrollTo({ left: at * list.clientWidth });
  };

  for (const button of document.querySelectorAll<HTMLElement>('[data-step]')) {
    button.addEventListener('click', () => step(Number(button.dataset['step'])));
  }
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    step(event.key === 'ArrowRight' ? 1 : -1);
  });

  let shown = 0;
  list.addEventListener(
    'scroll',
    () => {
      if (current() === shown) return;
      shown = current();
      position.textContent = `${shown + 1} / ${count}`;
    },
    { passive: true },
  );
}

export {};
