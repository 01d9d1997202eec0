import { api, readJson } from '../../lib/api.ts';
import { redirect } from '../../lib/redirect.ts';
import { returnPath, withReturnPath } from '../../lib/return-path.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';
import { codeBoxesOf, enhanceCode } from './enhance-code.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { $session, checkSession, setSignedIn, signOut, watchSession } from './session.ts';

const form = enhanceForm('verify-email', ({ code = '' }) =>
  codeField.send(code, async () => {
    const answer = await readJson(api.user['verify-email'].$post({ json: { code } }));
    const { user, message } = answer;
    setFlashToast(message);
    // Without a path of its own, as in the browser of a mail app, where the person was going at sign-up.
    const next = new URLSearchParams({ next: answer.next ?? '/' });
    redirect(returnPath(location.search.includes('next=') ? location.search : `?${next}`));
    setSignedIn(user);
  }),
);
// The last digit sends the code.
const codeField = enhanceCode(codeBoxesOf(form), () => form.requestSubmit());

function showForm(): void {
  form.hidden = false;
  // The code is the only thing to type here; a focus that the person has already moved stays.
  if (document.activeElement === document.body)
    form.querySelector<HTMLInputElement>('[inputmode]')?.focus();
}

async function resend(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  await runWithToast(() => readJson(api.user['resend-code'].$post()));
  button.disabled = false;
}

async function startOver(): Promise<void> {
  setFlashToast((await signOut()).message);
  location.assign(withReturnPath('/sign-up', returnPath()));
}

form.querySelector<HTMLButtonElement>('[data-resend]')?.addEventListener('click', (event) => {
  void resend(event.currentTarget as HTMLButtonElement);
});
form.querySelector('[data-start-over]')?.addEventListener('click', () => void startOver());

let before = $session.get().state;
$session.subscribe((session) => {
  const { state } = session;
  if (state === 'checking') return;
  // Confirmed, also in another tab.
  if (before === 'unverified' && state === 'verified') redirect(returnPath());
  before = state;
  for (const part of form.querySelectorAll<HTMLElement>('[data-for]'))
    part.hidden = part.dataset['for'] !== state;
  const who = form.querySelector('.account__email');
  if (who && state === 'unverified') who.textContent = session.user.email;
  if (form.hidden) showForm();
  document.querySelector('[data-checking]')?.remove();
});
void checkSession();
watchSession();
