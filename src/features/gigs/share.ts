import { toast } from '../../ui/toast.ts';

document.querySelector('[data-share]')?.addEventListener('click', () => {
  navigator.clipboard
    .writeText(location.href)
    .then(() => toast('success', 'Link copied to clipboard'))
    .catch(() => toast('error', 'Failed to copy link'));
});
