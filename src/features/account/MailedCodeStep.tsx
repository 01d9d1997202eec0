import './account.css';
import { useRef, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { NAME_NEEDED } from '../../../api/modules/accounts/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { messageOf } from '../../lib/api.ts';
import { CodeBoxes } from './CodeBoxes.tsx';
import { FormError } from './FormError.tsx';
import { askForCode, confirmMailedCode } from './mailed-code.ts';
import { setSignedIn } from './session.ts';

interface Props {
  /** The address to which `askForCode` has just sent a code. */
  email: string;
  /** The name in the form around it, for an account that is made now; without one it is asked for here. */
  name?: string | undefined;
  onSignedIn: (user: UserDto) => void;
  /** The account has a second factor: it signs in on the sign-in page. */
  onSecondStep: () => void;
}

/** The six boxes of a mailed code inside another form: no form of its own, and the last digit sends it. */
export function MailedCodeStep({ email, name = '', onSignedIn, onSecondStep }: Props) {
  const [problem, setProblem] = useState('');
  const [note, setNote] = useState('');
  const [rightCode, setRightCode] = useState('');
  const typedName = useRef<HTMLInputElement>(null);

  async function run(action: () => Promise<unknown>): Promise<void> {
    setProblem('');
    setNote('');
    await action().catch((error: unknown) => setProblem(messageOf(error)));
  }

  const send = (code: string, given: string) =>
    run(async () => {
      const answer = await confirmMailedCode(code, given.trim());
      if ('secondStep' in answer) return onSecondStep();
      if (!('data' in answer)) return setRightCode(code);
      setSignedIn(answer.data);
      onSignedIn(answer.data);
    });

  const resend = () => run(async () => setNote((await askForCode(email)).message));

  const sendName = () => {
    const given = typedName.current?.value ?? '';
    if (given.trim()) void send(rightCode, given);
    else setProblem(NAME_NEEDED);
  };

  if (rightCode)
    return (
      <div className="stack">
        <Field label="Full Name" autoComplete="name" ref={typedName} error={problem} />
        <Button onClick={sendName}>Continue</Button>
      </div>
    );
  return (
    <div className="stack">
      <p className="muted">
        We sent six digits to <strong>{email}</strong>. They work for ten minutes, in this browser.
      </p>
      <CodeBoxes invalid={problem !== ''} onComplete={(code) => void send(code, name)} />
      <FormError text={problem} />
      <p className="account__note" role="status">
        {note || 'No mail?'}{' '}
        <button className="link" type="button" onClick={() => void resend()}>
          Send a new code
        </button>
      </p>
    </div>
  );
}
