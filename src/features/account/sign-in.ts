import { EMAIL_NEEDED, PASSWORD_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { pathAfterSignIn, returnPath, withReturnPath } from '../../lib/return-path.ts';
import { afterFirstView } from '../../lib/when-idle.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { leaveWhenSignedIn } from './leave-when-signed-in.ts';
import { canUsePasskeys } from './passkey.ts';
import { setSignedIn } from './session.ts';
import type { AfterSignIn } from './sign-in-code.ts';
import type { SignInAnswer } from './sign-in-second-factor.ts';

// What the link of a mail holds after its #; removed at once, and sent to the server only when the person confirms.
const mailed = new URLSearchParams(location.hash.slice(1));
const [mailedCode, notMe] = [mailed.get('code'), mailed.get('not-me')];
if (mailedCode || notMe) history.replaceState(null, '', location.pathname + location.search);
if (!notMe) void leaveWhenSignedIn();

/** After a sign-in by code. */
const NEXT_TIME = { label: 'Next time without a code', href: '/settings?next-time#keys' };

const loadPasskeys = () => import('./passkey-sign-in.ts');
const loadCodeStep = () => import('./sign-in-code.ts');
const outcome = { askForSecondFactor, enter };

let wantsCode = false;
let chosen: object | null = null;
const form = enhanceForm('sign-in', async ({ email = '', password = '' }) => {
  if (chosen) {
    const passkey = chosen;
    chosen = null;
    const { signInWithPasskey } = await loadPasskeys();
    return enter(await signInWithPasskey(passkey).finally(offerPasskeyField));
  }
  if (wantsCode) {
    wantsCode = false;
    return (await loadCodeStep()).startCodeStep({ email }, outcome);
  }
  throwFieldErrors({
    email: email.trim() ? '' : EMAIL_NEEDED,
    password: password ? '' : PASSWORD_NEEDED,
  });
  const answer = await readJson(api.user['sign-in'].$post({ json: { email, password } }));
  if ('data' in answer) {
    if (canUsePasskeys()) await (await loadPasskeys()).makePasskeyQuietly(answer.data);
    return enter(answer);
  }
  await askForSecondFactor(answer.secondStep);
});

/** Most people have no second factor, so its script is loaded only for those who have one. */
async function askForSecondFactor(ways: { totp: boolean; passkey: boolean }): Promise<void> {
  form.hidden = true;
  const step = await import('./sign-in-second-factor.ts');
  step.askForSecondFactor(ways, enter);
}

function enter({ data, message }: SignInAnswer, more: AfterSignIn = {}): void {
  const { search = location.search, offersPasskey = false } = more;
  const isOffered = offersPasskey && canUsePasskeys();
  setFlashToast(message, isOffered ? { duration: 10_000, link: NEXT_TIME } : {});
  setSignedIn(data);
  location.assign(
    data.isVerified
      ? pathAfterSignIn(data, search)
      : withReturnPath('/verify-email', returnPath(search)),
  );
}

function offerPasskeyField(): void {
  void loadPasskeys().then(({ offerPasskeyInField }) =>
    offerPasskeyInField((passkey) => {
      chosen = passkey;
      form.requestSubmit();
    }),
  );
}
if (canUsePasskeys()) afterFirstView(offerPasskeyField);

form.querySelector('[data-mail-code]')?.addEventListener('click', () => {
  wantsCode = true;
  form.requestSubmit();
});
if (mailedCode)
  void loadCodeStep().then(({ openMailedCode }) =>
    openMailedCode(mailedCode, mailed.get('email'), outcome),
  );
if (notMe) void loadCodeStep().then(({ openNotMe }) => openNotMe(notMe));

enhanceForm('newcomer', async ({ email = '', name = '' }) =>
  (await loadCodeStep()).startCodeStep({ email, name }, outcome),
);
