import {
  bindDialogTriggers,
  closeOnOutsideClick,
  hydrateBeforeOpening,
} from './dialog-triggers.ts';

for (const dialog of document.querySelectorAll<HTMLDialogElement>('[data-dialog]')) {
  bindDialogTriggers(dialog);
  closeOnOutsideClick(dialog);
  hydrateBeforeOpening(dialog);
}
