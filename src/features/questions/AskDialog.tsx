import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../api/modules/chat/limits.ts';
import { Button } from '../../components/Button.tsx';
import { focusFirst } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { $asking, $busy, $error, ask, stopAsking } from './stores.ts';

/** The form for a question before an order. */
export function AskDialog() {
  const asking = useStore($asking);
  const busy = useStore($busy);
  const error = useStore($error);
  const [text, setText] = useState('');
  if (!asking) return null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await ask(text)) setText('');
  };

  return (
    <Modal title="Ask a question" onClose={stopAsking}>
      <form className="stack" onSubmit={submit}>
        <p className="muted text-15">
          {asking.title ? `About ${asking.title}. ` : ''}The answer appears in Your orders, and you
          get an e-mail when you are away.
        </p>
        <div className="field">
          <label htmlFor="question-text">Your question</label>
          <textarea
            id="question-text"
            ref={focusFirst}
            rows={5}
            placeholder="What do you need, and by when?"
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            aria-invalid={error !== ''}
            aria-describedby="question-error"
            onChange={(event) => setText(event.target.value)}
          />
          <p className="field__error" id="question-error" role="alert">
            {error}
          </p>
        </div>
        <Button variant="solid" wide type="submit" disabled={busy || text.trim() === ''}>
          {busy ? 'Sending...' : 'Send question'}
        </Button>
      </form>
    </Modal>
  );
}
