import { useStore } from '@nanostores/react';
import { MAX_MESSAGE_LENGTH } from '../../../api/modules/chat/limits.ts';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { $questionForm, askQuestion, closeQuestionForm } from './questions-store.ts';

/** The form for a question before an order. */
export function AskQuestionDialog() {
  const asking = useStore($questionForm);
  const [text, setText] = useTextDraft('question');
  if (!asking) return null;
  return (
    <Modal title="Ask a question" onClose={closeQuestionForm}>
      <AskForm title={asking.title} text={text} setText={setText} />
    </Modal>
  );
}

interface FormProps {
  /** The gig; empty for a general question. */
  title: string;
  text: string;
  setText: (text: string) => void;
}

function AskForm({ title, text, setText }: FormProps) {
  const form = useForm(async () => {
    await askQuestion(text);
    setText('');
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <p className="muted text-15">
        {title ? `About ${title}. ` : ''}The answer appears in Your orders, and you get an e-mail
        when you are away.
      </p>
      <TextArea
        label="Your question"
        ref={focusFirstField}
        rows={5}
        placeholder="What do you need, and by when?"
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...form.field('messageText')}
      />
      <SubmitButton form={form} label="Send question" busy="Sending..." disabled={!text.trim()} />
    </form>
  );
}
