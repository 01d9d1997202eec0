import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { throwFieldErrors, useForm } from '../../lib/form.ts';
import { returnPath, withReturnPath } from '../../lib/return-path.ts';
import { CodeBoxes } from './CodeBoxes.tsx';
import { setFlashToast } from './flash-toast.ts';
import { $session, checkSession, setSignedIn, signOut, watchSession } from './session.ts';
import { validateCode } from './validation.ts';

const PROBLEM = 'code-problem';

async function startOver(): Promise<void> {
  setFlashToast((await signOut()).message);
  location.assign(withReturnPath('/sign-up', returnPath()));
}

export function VerifyEmail() {
  const session = useStore($session, { ssr: 'initial' });
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    void checkSession();
    return watchSession();
  }, []);
  useEffect(() => {
    if (session.state === 'verified') location.replace(returnPath());
    // `startOver` redirects by itself.
    if (session.state === 'visitor' && !session.toast) {
      location.replace(withReturnPath('/sign-in', returnPath()));
    }
  }, [session]);

  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: validateCode(code) });
    const { user, message } = await read(api.user['verify-email'].$post({ json: { code } }));
    setFlashToast(message);
    setSignedIn(user);
    location.assign(returnPath());
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

  if (session.state !== 'unverified') {
    return <div className="spinner spinner--page" role="status" aria-label="Loading" />;
  }
  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <p className="muted">
        We sent six digits to <strong className="account__who">{session.user.email}</strong>. They
        are good for ten minutes.
      </p>
      <CodeBoxes invalid={form.problem !== ''} describedBy={form.problem ? PROBLEM : undefined} />
      {form.problem && (
        <p className="notice notice--red" role="alert" id={PROBLEM}>
          {form.problem}
        </p>
      )}
      <Button variant="solid" wide type="submit" disabled={form.busy}>
        {form.busy ? 'Verifying...' : 'Verify'}
      </Button>
      <p className="account__aside">
        No mail?{' '}
        <button className="link" type="button" disabled={asking} onClick={() => void resend()}>
          Send a new code
        </button>
      </p>
      <p className="account__aside">
        Wrong address?{' '}
        <button className="link" type="button" onClick={() => void startOver()}>
          Use another one
        </button>
      </p>
    </form>
  );
}
