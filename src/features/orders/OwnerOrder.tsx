import { LinkedText } from '../chat/MessageContent.tsx';
import './orders.css';
import './order-page.css';
import './owner-order.css';
import { useStore } from '@nanostores/react';
import { MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { isIndia, isOpen, isToDeliver } from '../../../api/modules/orders/rules.ts';
import { isUndecided } from '../../../api/modules/payments/disputes/rules.ts';
import { reloadOnChanges } from '../../admin/live-updates.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { itemPath, screenPath } from '../../admin/router.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { $orderTax, decideExport, loadOrderTax } from '../../admin/tax/tax-store.ts';
import { Button } from '../../components/Button.tsx';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { plainDate, pluralize } from '../../lib/format.ts';
import { openConversation } from '../chat/owner-conversations-store.ts';
import { Deliveries } from '../deliveries/Deliveries.tsx';
import { markOrderRead } from '../notifications/notifications-store.ts';
import { OrderTotals } from '../order-changes/OrderTotals.tsx';
import { OwnerChanges } from '../order-changes/OwnerChanges.tsx';
import { OwnerDispute } from '../payments/OwnerDispute.tsx';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { OwnerReviewRow } from '../reviews/OwnerReviewRow.tsx';
import { OwnerRevisions } from '../revisions/OwnerRevisions.tsx';
import { Agreement } from './Agreement.tsx';
import { Folded } from './Folded.tsx';
import { OrderDrawing } from './OrderDrawing.tsx';
import { OrderItem } from './OrderItem.tsx';
import { OwnerNextStep } from './OwnerNextStep.tsx';
import { OwnerOrderPayments } from './OwnerOrderPayments.tsx';
import { OwnerOtherOrders } from './OwnerOtherOrders.tsx';
import { headOf } from './owner-deadline.ts';
import { $busy, $order, openOrder, updateOrder } from './owner-orders-store.ts';
import { pauseRows, TestBadge } from './status-badges.tsx';
import { Timeline } from './Timeline.tsx';

const OrderCaseStudy = loadOnDemand(
  async () => (await import('../case-studies/OwnerCaseStudy.tsx')).OwnerCaseStudy,
);

const BACK = { path: screenPath('orders'), label: 'Orders' };

export function OwnerOrder({ id }: { id: string }) {
  const order = useStore($order);
  useEffect(() => reloadOnChanges(() => openOrder(id), id), [id]);
  useEffect(() => markOrderRead(id), [id]);
  return (
    <LoadedContent
      loaded={order}
      retry={() => void openOrder(id)}
      frame={(content) => (
        <ScreenLayout title="Order" back={BACK}>
          {content}
        </ScreenLayout>
      )}
    >
      {(value) => (
        <ScreenLayout
          title={value.OrderItems[0]?.title ?? `Order #${orderNumber(value._id)}`}
          back={BACK}
          line={<Head order={value} />}
          actions={
            <>
              <TestBadge order={value} />
              <ClientName order={value} />
              <Button icon={MessageSquare} onClick={() => openConversation(value)}>
                Conversation
                {value.unread > 0 && <span className="badge badge--blue">{value.unread} new</span>}
              </Button>
            </>
          }
        >
          <div className="stack">
            {value.drawing && <OrderDrawing drawing={value.drawing} />}
            <OrderDetails order={value} />
          </div>
        </ScreenLayout>
      )}
    </LoadedContent>
  );
}

/** Whose turn it is, in bold, and what follows. */
function Head({ order }: { order: AdminOrderDto }) {
  const [turn, ...rest] = headOf(order);
  const isLate = isToDeliver(order) && Date.parse(order.deliveryDate ?? '') < Date.now();
  return (
    <>
      <strong data-tone={isLate ? 'red' : undefined}>{turn}</strong>
      {rest.map((each) => ` · ${each}`)}
    </>
  );
}

/** The buyer, and for the owner the way to everything about them. */
const ClientName = ({ order: { clientId, buyer } }: { order: AdminOrderDto }) =>
  clientId ? (
    <a className="link" href={itemPath('client', clientId)}>
      {buyer.name}
    </a>
  ) : (
    <span>{buyer.name}</span>
  );

/** What was agreed, in a line. */
const termsInShort = ({ deliveryDays, revisions, parts, clock, opensWhenPaid }: AgreementTerms) =>
  [
    pluralize(deliveryDays, 'day'),
    pluralize(revisions, 'revision'),
    parts.length > 1 && `paid in ${parts.length} parts`,
    clock && 'days stand still while you wait for the buyer',
    opensWhenPaid && 'files open with the payment',
  ]
    .filter(Boolean)
    .join(' · ');

const COMPANY_ROWS = [
  ['companyName', 'Company'],
  ['gstin', 'GSTIN'],
] as const;

function OrderDetails({ order }: { order: AdminOrderDto }) {
  const isAssistant = useStore($isAssistant);
  const { requirements, buyer, address } = order;
  const canBeExport = !isIndia(address['country'] ?? '') || !!address['isInSez'];
  // Requests of the buyer come before the owner's own next step.
  const { actions } = order.next;
  const hasRevision = actions.includes('answerRevision');
  const hasProposal = !isAssistant && actions.includes('answerProposal');
  const hasDispute = order.disputes.some(({ status }) => isUndecided(status));
  const changes = isAssistant ? null : <OwnerChanges order={order} />;
  const revisions = <OwnerRevisions order={order} />;
  return (
    <div className="with-aside">
      <div className="stack">
        {order.disputes.map((dispute) => (
          <OwnerDispute key={dispute._id} dispute={dispute} orderId={order._id} />
        ))}
        {hasRevision && revisions}
        {hasProposal && changes}
        <OwnerNextStep order={order} isNext={!hasRevision && !hasProposal && !hasDispute} />
        <Deliveries
          of={{ side: 'owner', orderId: order._id }}
          counterpart={buyer.name}
          takesPins={isOpen(order.orderStatus)}
          deliveries={order.deliveries}
          address="/api/v1/desk/orders"
          isClosed={false}
        />
        <section className="card card--padded stack">
          <h2>What the buyer needs</h2>
          {requirements ? (
            <>
              <p className="written-text" dir="auto">
                <LinkedText text={requirements.text} />
              </p>
              <ul>
                {requirements.links.map((link) => (
                  <li key={link}>
                    <a href={link} target="_blank" rel="noreferrer noopener">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="muted">Not written yet.</p>
          )}
        </section>
        {order.review && !isAssistant && (
          <section className="card card--padded stack" aria-labelledby="review">
            <h2 id="review">Review</h2>
            <OwnerReviewRow review={order.review} onChanged={() => openOrder(order._id)} />
          </section>
        )}
        {order.orderStatus === 'Completed' && !isAssistant && (
          <OrderCaseStudy orderId={order._id} />
        )}
        {!hasProposal && changes}
        {!hasRevision && revisions}
      </div>
      <div className="stack">
        <section className="card card--padded stack">
          <h2>
            Order <span className="mono">#{orderNumber(order._id)}</span>
          </h2>
          <DefinitionList
            rows={[
              ['E-mail', buyer.email],
              ['Phone', address['phoneNo'] ?? '—'],
              ...COMPANY_ROWS.flatMap(([name, label]): [string, string][] =>
                address[name] ? [[label, address[name]]] : [],
              ),
              ['City', [address['city'], address['country']].filter(Boolean).join(', ')],
              ['Ordered', plainDate(order.createdAt)],
              ['Revisions', `${order.usedRevisions}/${order.maxRevisions}`],
              ...pauseRows(order),
            ]}
          />
          {order.OrderItems.map((item) => (
            <OrderItem key={item.gigId} item={item} currency={order.paymentInfo.currency} />
          ))}
          <p className="text-13">{termsInShort(order.agreement.terms)}</p>
          <Agreement agreement={order.agreement} />
        </section>
        <section className="card card--padded stack" aria-labelledby="money">
          <h2 id="money">Payments</h2>
          <OrderTotals totals={order.ledger} currency={order.paymentInfo.currency} />
          {!isAssistant && <OwnerOrderPayments order={order} />}
          {!isAssistant && canBeExport && <OrderTax orderId={order._id} />}
        </section>
        {order.clientId && <OwnerOtherOrders clientId={order.clientId} orderId={order._id} />}
        <Folded title="Timeline">
          <Timeline events={order.timeline} ahead={order.drawing?.ahead} />
        </Folded>
      </div>
    </div>
  );
}

const KINDS = {
  home: 'CGST and SGST',
  interstate: 'IGST',
  export: 'Export',
  sez: 'Special economic zone',
};

/** How the next papers of an order are taxed, where the owner can decide it. */
function OrderTax({ orderId }: { orderId: string }) {
  const tax = useStore($orderTax);
  const busy = useStore($busy);
  useEffect(() => void loadOrderTax(orderId), [orderId]);
  if (tax.state !== 'loaded' || tax.value.id !== orderId || !tax.value.canDecide) return null;
  const { supply, country } = tax.value;
  if (!supply) return null;
  const isSpecial = supply.kind === 'export' || supply.kind === 'sez';
  const how = supply.lut ? `no tax, letter of undertaking ${supply.lut}` : `IGST ${supply.rate} %`;
  const decide = async () => {
    await updateOrder(orderId, () => decideExport(orderId, !isSpecial));
    await loadOrderTax(orderId);
  };
  return (
    <div className="stack stack--small">
      <p className="text-15">
        Tax, buyer in {country}: {KINDS[supply.kind]}
        {isSpecial && `, ${how}`}.{' '}
        {isSpecial
          ? 'Not an export if the money came in rupees without the Reserve Bank’s permission.'
          : 'An export if the money came in convertible foreign exchange, or in permitted rupees.'}
      </p>
      <p>
        <Button small disabled={busy} onClick={() => void decide()}>
          {isSpecial ? 'Charge IGST as in India' : 'Count as an export'}
        </Button>
      </p>
    </div>
  );
}
