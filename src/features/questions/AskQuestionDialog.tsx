import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $questionForm, closeQuestionForm, loadQuestions } from './questions-store.ts';

const QuestionForm = lazy(async () => ({
  default: (await import('./QuestionForm.tsx')).QuestionForm,
}));

/** The form for a question before an order, over the list of orders. */
export function AskQuestionDialog() {
  const asking = useStore($questionForm);
  if (!asking) return null;
  return (
    <Modal title="Ask a question" onClose={closeQuestionForm}>
      <Suspense>
        <QuestionForm
          {...asking}
          onSent={(conversationId, message) => {
            void toast('success', message);
            closeQuestionForm();
            void loadQuestions();
            openQuestion(conversationId, asking.title);
          }}
        />
      </Suspense>
    </Modal>
  );
}
