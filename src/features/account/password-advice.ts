import {
  passwordCriteria,
  passwordStrength,
  STRENGTH_LABELS,
} from '../../../api/modules/accounts/rules.ts';

/** Keeps strength and checklist of a form up to date with its password; see PasswordStrength.tsx. */
export function followPassword(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name="password"]');
  const show = () => showAdvice(form, input?.value ?? '');
  input?.addEventListener('input', show);
  show();
}

function showAdvice(form: HTMLFormElement, password: string): void {
  const met = passwordCriteria(password);
  for (const item of form.querySelectorAll<HTMLElement>('.password-hints [data-criterion]')) {
    const isMet = met[item.dataset['criterion'] as keyof typeof met];
    item.dataset['done'] = String(isMet);
    const state = item.querySelector('.visually-hidden');
    if (state) state.textContent = isMet ? ' (met)' : ' (not yet)';
  }
  const bar = form.querySelector<HTMLElement>('.password-strength__bar');
  const text = form.querySelector('.password-strength [role="status"]');
  if (!bar || !text) return;
  const score = passwordStrength(password);
  if (password) bar.dataset['score'] = String(score);
  else delete bar.dataset['score'];
  for (const [at, part] of [...bar.children].entries()) {
    (part as HTMLElement).dataset['on'] = String(score > at);
  }
  text.textContent = password
    ? `Password strength: ${STRENGTH_LABELS[score]}`
    : 'Password strength';
}
