import { useEffect, useState } from 'react';
import { CODE_NEEDED } from '../../../api/accounts/rules.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { Invalid, useForm } from '../../lib/form.ts';
import { nextPath, withNext } from '../../lib/next.ts';
import { toast } from '../../ui/toast.ts';
import { CodeBoxes } from './CodeBoxes.tsx';
import { checkSession, enter, type Session } from './session.ts';

export function VerifyEmail() {
  const [session, setSession] = useState<Session>({ state: 'checking' });
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    void checkSession().then((found) => {
      if (found.state === 'verified') location.replace(nextPath());
      else if (found.state === 'visitor') location.replace(withNext('/sign-in', nextPath()));
      else setSession(found);
    });
  }, []);

  const form = useForm(async ({ code = '' }) => {
    if (!/^\d{6}$/.test(code)) throw new Invalid(CODE_NEEDED, { code: CODE_NEEDED });
    const { user, message } = await read(api.user['verify-email'].$post({ json: { code } }));
    enter(user);
    void toast('success', message);
    location.assign(nextPath());
  });

  async function resend(): Promise<void> {
    setAsking(true);
    try {
      const { message } = await read(api.user['resend-code'].$post());
      void toast('success', message);
    } catch (error) {
      void toast('error', messageOf(error));
    } finally {
      setAsking(false);
    }
  }

  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <p className="muted">
        We sent six digits to{' '}
        <strong>{session.state === 'unverified' ? session.user.email : 'your address'}</strong>.
        They are good for ten minutes.
      </p>
      <CodeBoxes invalid={form.problem !== ''} />
      {form.problem && (
        <p className="notice notice--red" role="alert" id="code-problem">
          {form.problem}
        </p>
      )}
      <button className="button button--solid button--wide" type="submit" disabled={form.busy}>
        {form.busy ? 'Verifying...' : 'Verify'}
      </button>
      <p className="account__aside">
        No mail?{' '}
        <button className="link" type="button" disabled={asking} onClick={() => void resend()}>
          Send a new code
        </button>
      </p>
    </form>
  );
}
