import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { dateAndTime } from '../../lib/format.ts';
import { pathAfterSignIn } from '../../lib/return-path.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { leaveWhenSignedIn } from './leave-when-signed-in.ts';
import { followPassword } from './password-advice.ts';
import { setSignedIn } from './session.ts';
import { validateNewPassword } from './validation.ts';

const DIFFER = 'Passwords do not match';
const PAUSE_MS = 2_000;

void leaveWhenSignedIn();

/** The form behind a reset link; the token is the second segment of the path. */
const form = enhanceForm('create-password', async ({ password = '', confirm = '' }) => {
  throwFieldErrors({ password: validateNewPassword(password) });
  throwFieldErrors({ confirm: password === confirm ? '' : DIFFER });
  const token = location.pathname.split('/')[2] ?? '';
  const call = api.user['reset-password'][':token'].$post({ param: { token }, json: { password } });
  const answer = await readJson(call);
  const { message } = answer;
  if ('data' in answer) {
    setFlashToast(message);
    setSignedIn(answer.data);
    return location.assign(pathAfterSignIn(answer.data, ''));
  }
  void toast('success', message);
  showDone(message, answer.keys);
  // A list is read in one's own time.
  if (answer.keys.length === 0) setTimeout(() => location.assign('/sign-in'), PAUSE_MS);
});

followPassword(form);

function showDone(message: string, keys: { name: string; addedAt: string }[]): void {
  const done = document.querySelector<HTMLElement>('[data-done-notice]');
  const text = done?.querySelector('span');
  if (!done || !text) return;
  text.textContent = message;
  const list = document.querySelector<HTMLElement>('[data-keys]');
  if (list) list.hidden = keys.length === 0;
  for (const { name, addedAt } of keys) {
    const item = document.createElement('li');
    item.textContent = `${name}, added ${dateAndTime(addedAt)}`;
    list?.querySelector('ul')?.append(item);
  }
  form.hidden = true;
  done.hidden = false;
}
