import { NAME_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { withReturnPath } from '../../lib/return-path.ts';
import { enhanceForm } from './enhance-form.ts';
import { setFlashToast } from './flash-toast.ts';
import { followPassword } from './password-advice.ts';
import { validateNewPassword } from './validation.ts';

const DIFFER = 'Passwords do not match';

/** The form behind an invitation; the token is the second segment of the path. */
const form = enhanceForm('invitation', async ({ name = '', password = '', confirm = '' }) => {
  throwFieldErrors({ name: name.trim() ? '' : NAME_NEEDED });
  throwFieldErrors({ password: validateNewPassword(password) });
  throwFieldErrors({ confirm: password === confirm ? '' : DIFFER });
  const token = location.pathname.split('/')[2] ?? '';
  const json = { name, password };
  const { message } = await readJson(
    api.user.invitation[':token'].$post({ param: { token }, json }),
  );
  setFlashToast(message);
  location.assign(withReturnPath('/sign-in', '/desk/inbox'));
});

followPassword(form);
