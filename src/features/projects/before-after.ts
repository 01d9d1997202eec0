for (const pictures of document.querySelectorAll<HTMLElement>('[data-before-after]')) {
  const range = pictures.querySelector('input');
  range?.addEventListener('input', () => pictures.style.setProperty('--shown', `${range.value}%`));
}
