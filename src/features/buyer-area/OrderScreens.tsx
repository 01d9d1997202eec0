import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { sessionKnown } from '../account/session.ts';
import { openChat } from '../chat/chat-actions.ts';
import { $openChat, $targetOffer, fetchNewestEarly } from '../chat/conversation-store.ts';
import { OrderChanges } from '../order-changes/OrderChanges.tsx';
import { RequestDialog } from '../order-changes/RequestDialog.tsx';
import { OrderPage } from '../orders/OrderPage.tsx';
import { Orders } from '../orders/Orders.tsx';
import { OrdersHead, OrdersSkeleton } from '../orders/OrdersSkeleton.tsx';
import { $order, $orders, loadOrdersOfPage } from '../orders/orders-store.ts';
import { AskQuestionDialog } from '../questions/AskQuestionDialog.tsx';
import { useQuestions } from '../questions/Questions.tsx';
import { openQuestionById, openQuestionForm } from '../questions/questions-store.ts';
import { AcceptQuoteDialog } from '../quotes/AcceptQuoteDialog.tsx';
import { BuyerChat } from '../quotes/BuyerChat.tsx';
import { OrderReview } from '../reviews/OrderReview.tsx';
import { OwnReview } from '../reviews/OwnReview.tsx';
import { RevisionDialog } from '../revisions/RevisionDialog.tsx';
import { RevisionHistory } from '../revisions/RevisionHistory.tsx';
import { refreshShownOrders } from './live-orders.ts';

/** How long the first rendering waits for data when the user is known already. */
const MAX_MS = 300;

const orderIdOfPage = () => location.pathname.split('/')[2];

/** Begins to fetch; resolves when the screen can be rendered: the shell shows what React would render without data. */
export async function loadOrderScreens(): Promise<void> {
  const orderId = orderIdOfPage();
  const opensChat = new URLSearchParams(location.search).get('chat') === 'open';
  if (orderId && opensChat) fetchNewestEarly(orderId);
  const data = loadOrdersOfPage(orderId);
  await sessionKnown();
  const isShown = [$order, $orders].some((store) => store.get().state === 'loaded');
  if (!isShown) await Promise.race([data, new Promise((done) => setTimeout(done, MAX_MS))]);
}

/** The list, or the order that the address names, with what opens over either. */
export function OrderScreens({ user }: { user: UserDto }) {
  const orderId = orderIdOfPage();
  return (
    <>
      {orderId ? (
        <OrderPage
          orderId={orderId}
          changes={(order) => <OrderChanges order={order} />}
          history={(order) => <RevisionHistory order={order} />}
          review={(order) => (
            <OwnReview order={order} onWritten={() => void refreshShownOrders()} />
          )}
        />
      ) : (
        <OrdersAndQuestions />
      )}
      <Overlays user={user} />
    </>
  );
}

/** Conversation, quote, revision and review of an order. */
function Overlays({ user }: { user: UserDto }) {
  const chat = useStore($openChat) !== null;
  useEffect(() => openChatFromUrl(), []);
  return (
    <>
      {chat && <BuyerChat />}
      <AskQuestionDialog />
      <AcceptQuoteDialog user={user} />
      <RevisionDialog />
      <RequestDialog />
      <OrderReview onWritten={() => void refreshShownOrders()} />
    </>
  );
}

/**
 * Opens what e-mails, notifications and the page of a gig link to: a conversation, or the form for a question.
 */
function openChatFromUrl(): () => void {
  const query = new URLSearchParams(location.search);
  const [chat, gig, about] = ['chat', 'ask', 'about'].map((name) => query.get(name));
  $targetOffer.set(query.get('offer'));
  if (location.pathname === '/orders' && (chat || typeof gig === 'string')) {
    history.replaceState(null, '', location.pathname);
    if (chat) void openQuestionById(chat);
    else void openQuestionForm(gig ?? '', about ?? '');
  }
  if (chat !== 'open') return () => {};
  const stop = $order.subscribe((order) => {
    if (order.state !== 'loaded') return;
    history.replaceState(null, '', location.pathname);
    openChat(order.value);
    queueMicrotask(() => stop());
  });
  return () => stop();
}

/** Shown together: questions that come later would push the orders down. */
function OrdersAndQuestions() {
  const orders = useStore($orders);
  const questions = useQuestions();
  useEffect(() => void loadOrdersOfPage(), []);
  if (orders.state === 'loading' || questions.state === 'loading') return <OrdersSkeleton />;
  return (
    <>
      <OrdersHead />
      <Orders />
    </>
  );
}
