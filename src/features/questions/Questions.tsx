import './questions.css';
import { useStore } from '@nanostores/react';
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { conversationPath } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { WaitingQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { Button } from '../../components/Button.tsx';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { exactRupees, plainDate, timeAgo } from '../../lib/format.ts';
import { onSocketEvent, refreshOnEvent } from '../../lib/socket.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $openChat } from '../chat/conversation-store.ts';
import {
  $questions,
  loadQuestions,
  openQuestionForm,
  type QuestionsAndQuotes,
} from './questions-store.ts';

/** The buyer's questions that have led to no order yet, and every quote that waits for an answer. */
export function Questions() {
  const loaded = useStore($questions);
  const open = useStore($openChat);
  // Again after a conversation was closed, because reading it changes the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the conversation changes.
  useEffect(() => void loadQuestions(), [open?.id]);
  useEffect(() => {
    const load = () => void loadQuestions();
    return combineCleanups(
      onSocketEvent('newMessageUser', load),
      refreshOnEvent('quoteChanged', load),
    );
  }, []);
  if (loaded.state !== 'loaded') return null;
  const { questions, quotes } = loaded.value;
  // Renders nothing while there are none, so that the list of orders does not move.
  if (questions.length === 0 && quotes.length === 0) return null;
  return (
    <section className="questions" aria-labelledby="questions">
      <div className="row space-between">
        <h2 id="questions">Questions and quotes</h2>
        <Button small icon={MessageCircleQuestion} onClick={() => void openQuestionForm('')}>
          Ask a question
        </Button>
      </div>
      <ul className="card divided questions__list">
        {quotes.map((quote) => quote.orderId && <OrderQuote key={quote._id} quote={quote} />)}
        {withQuotes({ questions, quotes }).map((question) => (
          <Row key={question._id} question={question} />
        ))}
      </ul>
    </section>
  );
}

/** Each question with the quote that waits in it; these come first. */
const withQuotes = ({ questions, quotes }: QuestionsAndQuotes) =>
  questions
    .map((each) => ({
      ...each,
      quote: quotes.find(({ conversationId }) => conversationId === each._id),
    }))
    .toSorted((a, b) => Number(!a.quote) - Number(!b.quote));

const Row = ({ question }: { question: ReturnType<typeof withQuotes>[number] }) => (
  <li>
    <button type="button" onClick={() => openQuestion(question._id, question.gigTitle)}>
      <strong>{question.gigTitle ?? 'A question'}</strong>
      <span className="text-13">
        {question.lastMessageAt ? timeAgo(question.lastMessageAt) : ''}
      </span>
      <span className="text-13 questions__text">{question.lastMessage.messageText}</span>
      {question.unread > 0 && <span className="badge badge--blue">{question.unread} new</span>}
      {question.quote && <Quote quote={question.quote} />}
    </button>
  </li>
);

/** A quote in the conversation of an order, which opens with the order's page. */
const OrderQuote = ({ quote }: { quote: WaitingQuoteDto }) => (
  <li>
    <a href={conversationPath('buyer', quote, quote._id)}>
      <strong>Order #{orderNumber(quote.orderId ?? '')}</strong>
      <Quote quote={quote} />
    </a>
  </li>
);

const Quote = ({ quote }: { quote: WaitingQuoteDto }) => (
  <span className="questions__quote">
    <span className="badge badge--amber">Quote</span>
    <span>{quote.title}</span>
    <strong className="price">{exactRupees(quote.price)}</strong>
    <span className="text-13">Valid until {plainDate(quote.validUntil)}</span>
  </span>
);
