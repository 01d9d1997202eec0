import { EMAIL_NEEDED, PASSWORD_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { pathAfterSignIn, returnPath, withReturnPath } from '../../lib/return-path.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { leaveWhenSignedIn } from './leave-when-signed-in.ts';
import { setSignedIn } from './session.ts';
import type { SignInAnswer } from './sign-in-second-factor.ts';

void leaveWhenSignedIn();

const form = enhanceForm('sign-in', async ({ email = '', password = '' }) => {
  throwFieldErrors({
    email: email.trim() ? '' : EMAIL_NEEDED,
    password: password ? '' : PASSWORD_NEEDED,
  });
  const answer = await readJson(api.user['sign-in'].$post({ json: { email, password } }));
  if ('data' in answer) return enter(answer);
  form.hidden = true;
  // Most people have no second factor, so its script is loaded only for those who have one.
  const { askForSecondFactor } = await import('./sign-in-second-factor.ts');
  askForSecondFactor(answer.secondStep, enter);
});

function enter({ data, message }: SignInAnswer): void {
  setFlashToast(message);
  setSignedIn(data);
  location.assign(
    data.isVerified ? pathAfterSignIn(data) : withReturnPath('/verify-email', returnPath()),
  );
}

// On the page that greets a newcomer, both forms are there.
if (document.querySelector('form[data-form="sign-up"]'))
  void import('./sign-up.ts').then(({ enhanceSignUp }) => enhanceSignUp());
