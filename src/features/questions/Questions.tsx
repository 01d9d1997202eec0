import './questions.css';
import { useStore } from '@nanostores/react';
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { ago } from '../../lib/format.ts';
import { onChange, onSocketEvent } from '../../lib/socket.ts';
import { stopAll } from '../../lib/stop-all.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $openChat } from '../chat/conversation-store.ts';
import { $questions, loadQuestions, type Question, startAsking } from './questions-store.ts';

/** The buyer's questions that have led to no order yet. */
export function Questions() {
  const questions = useStore($questions);
  const open = useStore($openChat);
  // Again after a conversation was closed, because reading it changes the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the conversation changes.
  useEffect(() => void loadQuestions(), [open?.id]);
  useEffect(() => {
    const load = () => void loadQuestions();
    return stopAll(onSocketEvent('newMessageUser', load), onChange('quoteChanged', load));
  }, []);
  const list = questions.state === 'loaded' ? questions.value : [];
  // Renders nothing while there are none, so that the list of orders does not move.
  if (list.length === 0) return null;
  return (
    <section className="questions" aria-labelledby="questions">
      <div className="row spread">
        <h2 id="questions">Questions and quotes</h2>
        <Button small icon={MessageCircleQuestion} onClick={() => void startAsking('')}>
          Ask a question
        </Button>
      </div>
      <ul className="card divided questions__list">
        {list.map((question) => (
          <Row key={question._id} question={question} />
        ))}
      </ul>
    </section>
  );
}

const Row = ({ question }: { question: Question }) => (
  <li>
    <button type="button" onClick={() => openQuestion(question._id, question.gigTitle)}>
      <strong>{question.gigTitle ?? 'A question'}</strong>
      <span className="text-13">{question.lastMessageAt ? ago(question.lastMessageAt) : ''}</span>
      <span className="text-13 questions__text">{question.lastMessage.messageText}</span>
      {question.unread > 0 && <span className="badge badge--blue">{question.unread} new</span>}
    </button>
  </li>
);
