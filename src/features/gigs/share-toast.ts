import { prepareToasts, toast } from '../../components/toast.ts';

const button = document.querySelector<HTMLElement>('[data-share]');

function showResult(): void {
  const copied = button?.dataset['copied'];
  if (!copied) return;
  delete button.dataset['copied'];
  if (copied === 'yes') void toast('success', 'Link copied to clipboard');
  else void toast('error', 'Failed to copy link');
}

prepareToasts();
button?.addEventListener('copied', showResult);
showResult();
