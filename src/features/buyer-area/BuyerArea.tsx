import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { preloadToasts } from '../../components/toast.ts';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { redirect } from '../../lib/redirect.ts';
import { signInAgainPath, withReturnPath } from '../../lib/return-path.ts';
import { afterFirstView } from '../../lib/when-idle.ts';
import { Confirmation } from '../account/confirm/Confirmation.tsx';
import { setFlashToast } from '../account/flash-toast.ts';
import { $session, checkSession } from '../account/session.ts';
import { openChat, resendUnsentMessages } from '../chat/chat-actions.ts';
import { $openChat, $targetOffer } from '../chat/conversation-store.ts';
import { Checkout } from '../checkout/Checkout.tsx';
import { checkoutPath } from '../checkout/cart.ts';
import { $isDialogOpen } from '../checkout/razorpay.ts';
import { NotificationsPage } from '../notifications/NotificationsPage.tsx';
import { enableChangeProposals } from '../order-changes/change-proposal-store.ts';
import { OrderChanges } from '../order-changes/OrderChanges.tsx';
import { RequestDialog } from '../order-changes/RequestDialog.tsx';
import { OrderPage } from '../orders/OrderPage.tsx';
import { OrderSuccess } from '../orders/OrderSuccess.tsx';
import { Orders } from '../orders/Orders.tsx';
import { OrdersHead, OrdersSkeleton } from '../orders/OrdersSkeleton.tsx';
import { $order, $orders, loadOrdersOfPage } from '../orders/orders-store.ts';
import { PaymentsPage } from '../payments/PaymentsPage.tsx';
import { AskQuestionDialog } from '../questions/AskQuestionDialog.tsx';
import { Questions, useQuestions } from '../questions/Questions.tsx';
import { openQuestionById, openQuestionForm } from '../questions/questions-store.ts';
import { AcceptQuoteDialog } from '../quotes/AcceptQuoteDialog.tsx';
import { BuyerChat } from '../quotes/BuyerChat.tsx';
import { OrderReview } from '../reviews/OrderReview.tsx';
import { OwnReview } from '../reviews/OwnReview.tsx';
import { RevisionDialog } from '../revisions/RevisionDialog.tsx';
import { RevisionHistory } from '../revisions/RevisionHistory.tsx';
import { BuyerShell } from './BuyerShell.tsx';
import { followOrders, refreshShownOrders } from './live-orders.ts';
import { Profile } from './Profile.tsx';
import { atAddress, type OfBuyerPages } from './pages.ts';
import { Settings } from './Settings.tsx';

const OneRupee = loadOnDemand(async () => (await import('../checkout/OneRupee.tsx')).default, {
  fallback: () => <BuyerShell path="/one-rupee" />,
});

/** The signed-in area: guards the page, then shows the screen of its path. */
export function BuyerArea() {
  const session = useStore($session);
  const paying = useStore($isDialogOpen);
  // Before the first paint, because the last user of this tab may be known already.
  useLayoutEffect(() => void checkSession(), []);
  useEffect(() => afterFirstView(preloadToasts), []);
  useEffect(() => {
    // No redirect while the provider's payment dialog is open.
    if (paying) return;
    const here = location.pathname + location.search;
    const path = here === '/process-payment' ? checkoutPath() : here;
    if (session.state === 'visitor') {
      if (session.toast) setFlashToast(session.toast.message, session.toast);
      redirect(session.ended ? signInAgainPath(path) : withReturnPath('/sign-in', path));
    }
    if (session.state === 'unverified') redirect(withReturnPath('/verify-email', path));
  }, [session, paying]);

  if (session.state !== 'verified') return <BuyerShell path={location.pathname} />;
  return (
    <>
      {atAddress(SCREENS, location.pathname)?.(session.user, location.pathname.split('/')[2] ?? '')}
      <Overlays user={session.user} />
      <Confirmation />
    </>
  );
}

/** Overlays of all screens: conversation, revision and review of an order. */
function Overlays({ user }: { user: UserDto }) {
  const chat = useStore($openChat) !== null;
  useEffect(
    () =>
      combineCleanups(
        followOrders(),
        resendUnsentMessages(),
        enableChangeProposals('Ask for more'),
      ),
    [],
  );
  useEffect(openChatFromUrl, []);
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
  const [chat, gig] = [query.get('chat'), query.get('ask')];
  $targetOffer.set(query.get('offer'));
  if (location.pathname === '/orders' && (chat || gig !== null)) {
    history.replaceState(null, '', location.pathname);
    if (chat) void openQuestionById(chat);
    else void openQuestionForm(gig ?? '');
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
      {questions.state === 'loaded' && <Questions {...questions.value} />}
      <Orders />
    </>
  );
}

const SCREENS: OfBuyerPages<(user: UserDto, id: string) => ReactNode> = {
  '/money': () => <PaymentsPage />,
  '/notifications': () => <NotificationsPage />,
  '/one-rupee': (user) => <OneRupee {...user} />,
  '/order-success': () => (
    <OrderSuccess orderId={new URLSearchParams(location.search).get('order') ?? ''} />
  ),
  '/orders': () => <OrdersAndQuestions />,
  '/orders/:id': (_, id) => (
    <OrderPage
      orderId={id}
      changes={(order) => <OrderChanges order={order} />}
      history={(order) => <RevisionHistory order={order} />}
      review={(order) => <OwnReview order={order} onWritten={() => void refreshShownOrders()} />}
    />
  ),
  '/process-payment': (user) => <Checkout user={user} />,
  '/profile': (user) => <Profile user={user} />,
  '/settings': (user) => <Settings user={user} />,
};
