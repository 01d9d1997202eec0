import { api, readJson } from '../../lib/api.ts';

const route = api.user['sign-in'].code;

/** Mails a code to whatever address; it signs in from this browser only. */
export const askForCode = (email: string) => readJson(route.$post({ json: { email } }));

/** Signs in. Answers `nameNeeded` when the address has no account yet and no name was given: the code stays. */
export const confirmMailedCode = (code: string, name?: string) =>
  readJson(route.confirm.$post({ json: { code, ...(name ? { name } : {}) } }));
