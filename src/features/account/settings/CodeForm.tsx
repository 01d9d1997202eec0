import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CodeBoxes } from '../CodeBoxes.tsx';
import { SentForm } from '../SentForm.tsx';
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
export function CodeForm({ email, note, send, cancel }: Props) {
  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: validateCode(code) });
    await send(code);
  });
  return (
    <SentForm
      form={form}
      variant="solid"
      label={['Confirm address', 'Checking...']}
      cancel={cancel}
      problemId={PROBLEM}
    >
      <p className="muted">
        Enter the six-digit code that we sent to <strong className="account__email">{email}</strong>
        . {note}
      </p>
      <CodeBoxes invalid={form.problem !== ''} describedBy={form.problem ? PROBLEM : undefined} />
    </SentForm>
  );
}
