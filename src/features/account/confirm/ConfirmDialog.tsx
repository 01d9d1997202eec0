import { SentForm } from '../SentForm.tsx';
import '../account.css';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CODE_NEEDED } from '../../../../api/modules/accounts/second-factor/texts.ts';
import { PASSWORD_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { focusFirstField } from '../../../components/focus-first-field.ts';
import { Modal } from '../../../components/Modal.tsx';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { api, messageOf, readJson } from '../../../lib/api.ts';
import { throwFieldErrors, ValidationError } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { FormError } from '../FormError.tsx';
import { canUsePasskeys, getPasskey } from '../passkey.ts';
import { validateCode } from '../validation.ts';

type Proof = { password: string } | { code: string } | { mailedCode: string } | { passkey: object };

const confirm = (json: Proof) =>
  readJson(
    api.user.confirmation.$post({ json } as unknown as Parameters<
      typeof api.user.confirmation.$post
    >[0]),
  );

interface Ways {
  passkey: boolean;
  password: boolean;
  mailedCode: boolean;
}

/**
 * Asks for a confirmation: by passkey, app or recovery code; of people who have no second factor by password, or by a
 * mailed code if they have none.
 */
export function ConfirmDialog({ close }: { close: (isConfirmed: boolean) => void }) {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    const passwordOnly = () => setWays({ passkey: false, password: true, mailedCode: false });
    void readJson(api.user.confirmation.ways.$get()).then(setWays, passwordOnly);
  }, []);
  if (!ways) return null;
  const hasPasskey = ways.passkey && canUsePasskeys();
  const form = { done: () => close(true), plain: hasPasskey };
  return (
    <Modal title="Confirm that it is you" onClose={() => close(false)}>
      <div className="stack">
        <p className="muted">
          For your security, please confirm before you go on. We will not ask again for ten minutes.
        </p>
        {hasPasskey && <PasskeyButton done={() => close(true)} />}
        {ways.password ? (
          <PasswordForm {...form} />
        ) : ways.mailedCode ? (
          <MailedCodeForm {...form} />
        ) : (
          <CodeForm {...form} />
        )}
      </div>
    </Modal>
  );
}

interface FormProps {
  done: () => void;
  /** A secondary button, because the passkey's button is the primary one. */
  plain: boolean;
}

function PasswordForm({ done, plain }: FormProps) {
  const form = useForm(async ({ password = '' }) => {
    throwFieldErrors({ password: password ? '' : PASSWORD_NEEDED });
    await confirm({ password });
    done();
  });
  return (
    <SentForm form={form} wide={!plain} label={['Confirm', 'Checking...']}>
      <PasswordField
        ref={focusFirstField}
        label="Your Password"
        autoComplete="current-password"
        {...form.field('password')}
      />
    </SentForm>
  );
}

function CodeForm({ done, plain }: FormProps) {
  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: code.trim() ? '' : CODE_NEEDED });
    await confirm({ code });
    done();
  });
  return (
    <SentForm form={form} wide={!plain} label={['Confirm', 'Checking...']}>
      <Field
        ref={focusFirstField}
        label="Code from your app, or a recovery code"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
    </SentForm>
  );
}

function MailedCodeForm({ done, plain }: FormProps) {
  const [sent, setSent] = useState('');
  const form = useForm(async ({ code = '' }) => {
    if (!sent) return setSent((await readJson(api.user.confirmation.code.$post())).message);
    throwFieldErrors({ mailedCode: validateCode(code) });
    await confirm({ mailedCode: code });
    done();
  });
  return (
    <SentForm
      form={form}
      wide={!plain}
      label={[sent ? 'Confirm' : 'E-mail me a code', sent ? 'Checking...' : 'Sending...']}
    >
      <p role="status">{sent || 'We mail you a code for this alone.'}</p>
      {sent && <CodeBoxes invalid={form.problem !== ''} />}
    </SentForm>
  );
}

function PasskeyButton({ done }: { done: () => void }) {
  const [problem, setProblem] = useState('');
  const use = async () => {
    setProblem('');
    try {
      const { options } = await readJson(api.user.confirmation.passkey.$post());
      await confirm({ passkey: await getPasskey(options) });
      done();
    } catch (error) {
      setProblem(error instanceof ValidationError ? error.message : messageOf(error));
    }
  };
  return (
    <>
      <Button variant="solid" wide icon={KeyRound} onClick={() => void use()}>
        Use a passkey
      </Button>
      <FormError text={problem} />
    </>
  );
}
