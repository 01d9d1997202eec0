import { EMAIL_NEEDED, NAME_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { browserStorage } from '../../lib/storage.ts';
import { CODE_REQUEST_KEY } from '../../lib/storage-keys.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';
import { codeBoxesOf, enhanceCode } from './enhance-code.ts';
import { enhanceForm } from './enhance-form.ts';
import { setSignedIn } from './session.ts';
import type { SignInAnswer } from './sign-in-second-factor.ts';

const route = api.user['sign-in'].code;

/** Mails a code to whatever address; it signs in from this browser only. */
const askForCode = (email: string) => readJson(route.$post({ json: { email } }));

/** Signs in. Answers `nameNeeded` when the address has no account yet and no name was given: the code stays. */
const confirmMailedCode = (code: string, name?: string) =>
  readJson(route.confirm.$post({ json: { code, ...(name ? { name } : {}) } }));

/** What this browser asked for; the mail opens another tab of it, which does not know where the person was going. */
interface CodeRequest extends Asked {
  search: string;
}

interface Asked {
  email: string;
  /** Of a newcomer; without it an address without an account is asked for one after the code. */
  name?: string;
}

/** Where the person was going, and whether a passkey is offered there. */
export interface AfterSignIn {
  search?: string;
  offersPasskey?: boolean;
}

interface Outcome {
  enter: (answer: SignInAnswer, more: AfterSignIn) => void;
  askForSecondFactor: (ways: { totp: boolean; passkey: boolean }) => Promise<void>;
}

/** What the tabs of this browser asked for, the newest first. */
const readRequests = (): CodeRequest[] =>
  JSON.parse(browserStorage.get(CODE_REQUEST_KEY) ?? '[]') as CodeRequest[];

const part = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

/** Puts one step in the place of the sign-in form. */
function replaceSignIn(heading: string): void {
  const first = '[data-form="sign-in"], [data-newcomer], [data-lead]';
  for (const each of document.querySelectorAll<HTMLElement>(first)) each.hidden = true;
  const title = part('h1');
  if (title) title.textContent = heading;
}

/** Mails a code to the address in the form, then shows the boxes for it. */
export async function startCodeStep({ email, name }: Asked, outcome: Outcome): Promise<void> {
  throwFieldErrors({
    email: email.trim() ? '' : EMAIL_NEEDED,
    name: name === undefined || name.trim() ? '' : NAME_NEEDED,
  });
  await askForCode(email);
  const request: CodeRequest = {
    ...{ email: email.trim(), search: location.search },
    ...(name && { name: name.trim() }),
  };
  const others = readRequests().filter((other) => other.email !== request.email);
  browserStorage.set(CODE_REQUEST_KEY, JSON.stringify([request, ...others].slice(0, 3)));
  showCodeStep(request, outcome);
}

/** Opened from the mail: one tap signs in, in the browser that asked; another one shows where to type the code. */
export function openMailedCode(code: string, email: string | null, outcome: Outcome): void {
  const request = readRequests().find((each) => !email || each.email.toLowerCase() === email);
  if (request) showCodeStep(request, outcome, code);
  else showElsewhere(code);
}

function showElsewhere(code: string): void {
  const notice = part('[data-code-elsewhere]');
  const shown = part('[data-code-elsewhere] strong');
  if (shown) shown.textContent = code;
  if (notice) notice.hidden = false;
}

function showCodeStep(request: CodeRequest, outcome: Outcome, mailed = ''): void {
  replaceSignIn('Check your mail');
  const nameField = part('[data-code-name]');
  const form = enhanceForm('mailed-code', async ({ code = '', name = '' }) => {
    const isNamed = nameField?.hidden === false;
    if (isNamed) throwFieldErrors({ name: name.trim() ? '' : NAME_NEEDED });
    await field.send(code, async () => {
      const answer = await confirmMailedCode(code, isNamed ? name : request.name);
      if ('secondStep' in answer) {
        form.hidden = true;
        return await outcome.askForSecondFactor(answer.secondStep);
      }
      if (!('data' in answer)) return askForName();
      browserStorage.remove(CODE_REQUEST_KEY);
      outcome.enter(answer, { search: request.search, offersPasskey: true });
    });
  });
  const boxes = codeBoxesOf(form);
  for (const [at, box] of [...boxes.querySelectorAll<HTMLInputElement>('[inputmode]')].entries())
    box.value = mailed[at] ?? '';
  // The last digit sends what was typed; what came with the mail's link waits for a tap.
  const field = enhanceCode(boxes, (code) => code !== mailed && form.requestSubmit());
  const who = form.querySelector('.account__email');
  if (who) who.textContent = request.email;
  form.hidden = false;
  (mailed
    ? form.querySelector<HTMLElement>('[type="submit"]')
    : boxes.querySelector<HTMLElement>('[inputmode]')
  )?.focus();
  form.querySelector<HTMLButtonElement>('[data-resend]')?.addEventListener('click', (event) => {
    const button = event.currentTarget as HTMLButtonElement;
    button.disabled = true;
    void runWithToast(() => askForCode(request.email)).finally(() => {
      button.disabled = false;
    });
  });

  function askForName(): void {
    boxes.hidden = true;
    if (!nameField) return;
    nameField.hidden = false;
    replaceSignIn('What is your name?');
    for (const note of form.querySelectorAll<HTMLElement>('[data-before-name]')) note.hidden = true;
    nameField.querySelector('input')?.focus();
  }
}

/** The link of a mail about a new device: nothing happens until the person confirms. */
export function openNotMe(token: string): void {
  replaceSignIn('This was not me');
  const form = enhanceForm('not-me', async () => {
    const { message } = await readJson(api.user['sign-in']['not-me'].$post({ json: { token } }));
    const done = part('[data-not-me-done]');
    const said = done?.querySelector('span');
    if (said) said.textContent = message;
    if (done) done.hidden = false;
    form.hidden = true;
    setSignedIn(null);
  });
  form.hidden = false;
}
