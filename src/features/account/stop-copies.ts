import { api, readJson } from '../../lib/api.ts';
import { enhanceForm } from './enhance-form.ts';

/** The form behind the link in each copy of a paper; the token is after `#`. */
const form = enhanceForm('stop-copies', async () => {
  const json = { token: location.hash.slice(1) };
  const { message } = await readJson(api.user['paper-copies'].stop.$post({ json }));
  const text = form.querySelector('[data-text]');
  if (text) text.textContent = message;
  form.querySelector('button')?.remove();
});
