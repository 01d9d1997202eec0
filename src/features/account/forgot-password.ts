import { EMAIL_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { enhanceForm } from './enhance-form.ts';
import { leaveWhenSignedIn } from './leave-when-signed-in.ts';

const WEBMAIL: [RegExp, string][] = [
  [/^(gmail|googlemail)\.com$/, 'https://mail.google.com/'],
  [/^(outlook|hotmail|live|msn)\./, 'https://outlook.live.com/mail/'],
  [/^(yahoo|ymail|rocketmail)\./, 'https://mail.yahoo.com/'],
  [/^(proton|protonmail|pm)\.(me|com|ch)$/, 'https://mail.proton.me/'],
  [/^(icloud|me|mac)\.com$/, 'https://www.icloud.com/mail/'],
  [/^(zoho|zohomail)\./, 'https://mail.zoho.com/'],
  [/^rediffmail\.com$/, 'https://mail.rediff.com/'],
];

/** The webmail page for an e-mail address; `mailto:` for an unknown provider. */
function webmailLinkOf(email: string): string {
  const domain = email.split('@').at(-1)?.trim().toLowerCase() ?? '';
  return WEBMAIL.find(([pattern]) => pattern.test(domain))?.[1] ?? 'mailto:';
}

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
