import type { InferResponseType } from 'hono/client';
import { CODE_NEEDED } from '../../../api/modules/accounts/second-factor/texts.ts';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { enhanceForm } from './enhance-form.ts';
import { canUsePasskeys, getPasskey } from './passkey.ts';

export type SignInAnswer = Extract<
  InferResponseType<(typeof api.user)['sign-in']['$post']>,
  { data: unknown }
>;

// Both steps of a sign-in end with the same answer; the second route's own type is generic and says less.
const send = (json: object) =>
  readJson(
    api.user['sign-in'].confirm.$post({ json } as Parameters<
      (typeof api.user)['sign-in']['confirm']['$post']
    >[0]),
  ) as Promise<SignInAnswer>;

/** Asks for a mail with a code that removes lost keys, and shows the answer. */
async function requestRemoval(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector<HTMLElement>('[data-lost-factors-answer]');
  const request = readJson(api.user['sign-in']['lost-factors'].$post());
  const text = await request.then(({ message }) => message, messageOf);
  if (!answer) return;
  answer.hidden = false;
  answer.textContent = text;
}

/** Shows the second step instead of the first form: a code, a recovery code or a passkey. */
export function askForSecondFactor(
  ways: { totp: boolean; passkey: boolean },
  enter: (answer: SignInAnswer) => void,
): void {
  const passkeyButton = document.querySelector<HTMLButtonElement>('[data-passkey]');
  const usesPasskey = ways.passkey && canUsePasskeys();
  let isPasskey = false;
  const form = enhanceForm('second-step', async ({ code = '' }) => {
    if (isPasskey) {
      try {
        const { options } = await readJson(api.user['sign-in'].passkey.$post());
        return enter(await send({ passkey: await getPasskey(options) }));
      } finally {
        isPasskey = false;
      }
    }
    throwFieldErrors({ code: code.trim() ? '' : CODE_NEEDED });
    enter(await send({ code }));
  });
  form.hidden = false;
  const title = document.querySelector('h1');
  if (title) title.textContent = 'Confirm that it is you';
  if (passkeyButton) passkeyButton.hidden = !usesPasskey;
  const code = form.querySelector<HTMLInputElement>('[name="code"]');
  (usesPasskey && !ways.totp ? passkeyButton : code)?.focus();
  form
    .querySelector('[data-lost-factors]')
    ?.addEventListener('click', () => void requestRemoval(form), { once: true });
  if (!passkeyButton) return;
  passkeyButton.addEventListener('click', () => {
    isPasskey = true;
    form.requestSubmit();
  });
}
