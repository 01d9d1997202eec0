import '../orders/orders.css';
import { useStore } from '@nanostores/react';
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { conversationPath } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { WaitingQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { price, promisedDay, timeAgo } from '../../lib/format.ts';
import { onSocketEvent, refreshOnEvent } from '../../lib/socket.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $openChat } from '../chat/conversation-store.ts';
import {
  $questions,
  loadQuestions,
  openQuestionForm,
  type QuestionsAndQuotes,
} from './questions-store.ts';

/** Loads the questions and quotes, and again when they change. */
export function useQuestions() {
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
  return useStore($questions);
}

/** The buyer's questions that have led to no order yet, and every quote that waits for an answer. */
export function Questions() {
  const loaded = useStore($questions);
  if (loaded.state !== 'loaded') return null;
  const { questions, quotes } = loaded.value;
  if (questions.length === 0 && quotes.length === 0) return null;
  return (
    <section className="stack questions" aria-labelledby="questions">
      <div className="row space-between">
        <h2 id="questions">Questions and quotes</h2>
        <Button small icon={MessageCircleQuestion} onClick={() => void openQuestionForm('')}>
          Ask a question
        </Button>
      </div>
      <List label="Questions and quotes">
        {quotes.map((quote) => quote.orderId && <OrderQuote key={quote._id} quote={quote} />)}
        {withQuotes(loaded.value).map((question) => (
          <Row key={question._id} question={question} />
        ))}
      </List>
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
  <ListRow
    icon={MessageCircleQuestion}
    title={question.gigTitle ?? 'A question'}
    open={() => openQuestion(question._id, question.gigTitle)}
    note={question.lastMessage.messageText}
    text={question.quote && <Quote quote={question.quote} />}
    aside={
      question.unread > 0 ? (
        <span className="badge badge--blue">{`${question.unread} new`}</span>
      ) : (
        question.lastMessageAt && timeAgo(question.lastMessageAt)
      )
    }
  />
);

/** A quote in the conversation of an order, which opens with the order's page. */
const OrderQuote = ({ quote }: { quote: WaitingQuoteDto }) => (
  <ListRow
    icon={MessageCircleQuestion}
    title={`Order #${orderNumber(quote.orderId ?? '')}`}
    open={conversationPath('buyer', quote, quote._id)}
    text={<Quote quote={quote} />}
  />
);

const Quote = ({ quote }: { quote: WaitingQuoteDto }) => (
  <span className="row">
    <span className="badge badge--amber">Quote</span>
    <span>{quote.title}</span>
    <strong className="price">{price(quote.price, quote.currency)}</strong>
    <span className="text-13">{`Valid until ${promisedDay(quote.validUntil)}`}</span>
  </span>
);
