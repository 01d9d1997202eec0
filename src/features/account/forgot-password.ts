import { EMAIL_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { enhanceForm } from './enhance-form.ts';
import { leaveWhenSignedIn } from './leave-when-signed-in.ts';
import { webmailLinkOf } from './webmail-links.ts';

void leaveWhenSignedIn();

const form = enhanceForm('forgot-password', async ({ email = '' }) => {
  throwFieldErrors({ email: email.trim() ? '' : EMAIL_NEEDED });
  const { message } = await readJson(api.user['forget-password'].$post({ json: { email } }));
  void toast('success', message);
  showSent(email.trim());
});

function showSent(email: string): void {
  const sent = document.querySelector<HTMLElement>('[data-sent]');
  const who = sent?.querySelector('.account__email');
  if (!sent || !who) return;
  who.textContent = email;
  sent.querySelector('[data-webmail]')?.setAttribute('href', webmailLinkOf(email));
  form.hidden = true;
  sent.hidden = false;
}
