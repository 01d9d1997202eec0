import { useStore } from '@nanostores/react';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $questionForm, closeQuestionForm, loadQuestions } from './questions-store.ts';

const QuestionForm = loadOnDemand(async () => (await import('./QuestionForm.tsx')).QuestionForm);

/** The form for a question before an order, over the list of orders. */
export function AskQuestionDialog() {
  const asking = useStore($questionForm);
  if (!asking) return null;
  return (
    <Modal title="Ask a question" onClose={closeQuestionForm}>
      <QuestionForm
        {...asking}
        onSent={(conversationId, message) => {
          void toast('success', message);
          closeQuestionForm();
          void loadQuestions();
          openQuestion(conversationId, asking.title);
        }}
      />
    </Modal>
  );
}
