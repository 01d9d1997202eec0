import { Button } from '../../../components/Button.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { FormError } from '../FormError.tsx';
import { validateCode } from '../validation.ts';

interface Props {
  email: string;
  /** What holds until the code is typed. */
  note: string;
  send: (code: string) => Promise<void>;
  cancel: [label: string, cancel: () => Promise<unknown>];
}

const PROBLEM = 'new-email-problem';

/** Takes the code that was mailed to a new address. */
export function CodeForm({ email, note, send, cancel: [label, cancel] }: Props) {
  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: validateCode(code) });
    await send(code);
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <p className="muted">
        Enter the six-digit code that we sent to <strong className="account__email">{email}</strong>
        . {note}
      </p>
      <CodeBoxes invalid={form.problem !== ''} describedBy={form.problem ? PROBLEM : undefined} />
      <div id={PROBLEM}>
        <FormError text={form.problem} />
      </div>
      <div className="row">
        <Button variant="solid" type="submit" disabled={form.busy}>
          {form.busy ? 'Checking...' : 'Confirm address'}
        </Button>
        <Button variant="quiet" onClick={() => void cancel()}>
          {label}
        </Button>
      </div>
    </form>
  );
}
