import { useStore } from '@nanostores/react';
import { MessageCircleQuestion } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { conversationPath } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { WaitingQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { List, ListRow } from '../../components/List.tsx';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { price, promisedDay, timeAgo } from '../../lib/format.ts';
import { onSocketEvent, refreshOnEvent } from '../../lib/socket.ts';
import { openQuestion } from '../chat/chat-actions.ts';
import { $openChat } from '../chat/conversation-store.ts';
import { $questions, loadQuestions, type QuestionsAndQuotes } from './questions-store.ts';

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

/** The buyer's questions that have led to no order yet, and every quote: those that wait for the buyer, and the others. */
export function useQuestionRows(): Record<'waiting' | 'others', ReactElement[]> {
  const loaded = useStore($questions);
  if (loaded.state !== 'loaded') return { waiting: [], others: [] };
  const { questions, quotes } = loaded.value;
  const { waiting = [], others = [] } = Object.groupBy(
    questions.map((each) => ({
      ...each,
      quote: quotes.find(({ conversationId }) => conversationId === each._id),
    })),
    ({ quote, unread }) => (quote || unread > 0 ? 'waiting' : 'others'),
  );
  const rowsOf = (group: Question[]) =>
    group.map((question) => <Row key={question._id} question={question} />);
  const ofOrders = quotes.filter(({ orderId }) => orderId);
  return {
    waiting: [
      ...ofOrders.map((quote) => <OrderQuote key={quote._id} quote={quote} />),
      ...rowsOf(waiting),
    ],
    others: rowsOf(others),
  };
}

export const Questions = ({ rows }: { rows: ReactElement[] }) =>
  rows.length > 0 && <List label="Questions and quotes">{rows}</List>;

type Question = QuestionsAndQuotes['questions'][number] & { quote: WaitingQuoteDto | undefined };

const Row = ({ question }: { question: Question }) => (
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
