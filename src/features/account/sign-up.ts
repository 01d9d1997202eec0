import { NAME_NEEDED, PASSWORDS_DIFFER } from '../../../api/modules/accounts/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { returnPath, withReturnPath } from '../../lib/return-path.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { followPassword } from './password-advice.ts';
import { friendlyMessage, setSignedIn } from './session.ts';
import { validateEmail, validateNewPassword } from './validation.ts';

function check(fields: Record<string, string>): void {
  const { name = '', email = '', password = '', confirm = '' } = fields;
  throwFieldErrors({
    name: name.trim() ? '' : NAME_NEEDED,
    email: validateEmail(email),
    password: validateNewPassword(password),
    confirm: password === confirm ? '' : PASSWORDS_DIFFER,
  });
}

async function signUp(fields: Record<string, string>): Promise<void> {
  check(fields);
  const { name = '', email = '', password = '' } = fields;
  const next = returnPath();
  const json = { name, email, password, avatar: fields['avatar'] || null, next };
  const { user, message } = await readJson(api.user['sign-up'].$post({ json })).catch(
    friendlyMessage,
  );
  setFlashToast(message);
  setSignedIn(user);
  location.assign(withReturnPath('/verify-email', next));
}

/** Makes the form work. */
export function enhanceSignUp(): void {
  const form = enhanceForm('sign-up', signUp);
  followPassword(form);

  // A picture dropped before the picker is loaded goes into its input, which the picker then reads.
  const picker = form.querySelector('.avatar-picker');
  picker?.addEventListener('dragover', (event) => event.preventDefault());
  picker?.addEventListener('drop', (event) => {
    const input = picker.querySelector<HTMLInputElement>('input[type="file"]');
    if (!(event instanceof DragEvent) || event.defaultPrevented || !input) return;
    event.preventDefault();
    input.files = event.dataTransfer?.files ?? null;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
