import '../figures.css';
import { useStore } from '@nanostores/react';
import { Download, Link, MessageSquare, Paperclip } from 'lucide-react';
import { useEffect } from 'react';
import type { ClientOrderDto, ClientPageDto } from '../../../api/modules/clients/dto.ts';
import { MAX_NOTES_LENGTH } from '../../../api/modules/clients/rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { Button } from '../../components/Button.tsx';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { TextArea } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { fileSize } from '../../features/chat/MessageContent.tsx';
import { openFromList } from '../../features/chat/owner-conversations-store.ts';
import { Folded } from '../../features/orders/Folded.tsx';
import { showOrdersOf } from '../../features/orders/owner-orders-store.ts';
import { OrderBadge, TestBadge } from '../../features/orders/status-badges.tsx';
import { paymentColumns, purposeOf } from '../../features/payments/payment-cells.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { plainDate, pluralize, price, rupees, timeAgo } from '../../lib/format.ts';
import { Figure } from '../Figures.tsx';
import { downloadConfirmed } from '../requests.ts';
import { itemPath, screenPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { amountsOf } from './Clients.tsx';
import { $client, allowOrders, openClient, saveNotes } from './clients-store.ts';

const BACK = { path: screenPath('clients'), label: 'Clients' };

/** Everything about one person who ordered or asked. */
export function Client({ id }: { id: string }) {
  const loaded = useStore($client);
  useEffect(() => void openClient(id), [id]);
  return (
    <LoadedContent
      loaded={loaded}
      retry={() => openClient(id)}
      frame={(content) => (
        <ScreenLayout title="Client" back={BACK}>
          {content}
        </ScreenLayout>
      )}
    >
      {(client) => (
        <ScreenLayout
          title={client.name}
          back={BACK}
          note={noteOf(client)}
          actions={<Actions client={client} />}
        >
          <Details client={client} />
        </ScreenLayout>
      )}
    </LoadedContent>
  );
}

const noteOf = ({ isDeleted, company, email }: ClientPageDto): string =>
  isDeleted
    ? 'This account was deleted. Its orders and payments stay for your books, without a name.'
    : [company, email].filter(Boolean).join(' · ');

function Actions({ client: { _id: id, isDeleted, conversations } }: { client: ClientPageDto }) {
  const [latest] = conversations;
  if (isDeleted) return null;
  return (
    <>
      <Button
        icon={Download}
        title="A file with all that is stored about this person, your notes included"
        onClick={() =>
          void downloadConfirmed(`/api/v1/desk/clients/${id}/data.json`, 'client-data.json')
        }
      >
        Their data
      </Button>
      {latest && (
        <Button icon={MessageSquare} onClick={() => openFromList(latest)}>
          Conversation
        </Button>
      )}
    </>
  );
}

const Details = ({ client }: { client: ClientPageDto }) => (
  <div className="with-aside">
    <div className="stack">
      <Money client={client} />
      <EarlyCancellations client={client} />
      {!client.isDeleted && <Notes key={client.notes.version} client={client} />}
      {client.orders.length > 0 && <Orders client={client} />}
      {client.payments.length > 0 && <Payments client={client} />}
      {client.quotes.length > 0 && <Quotes client={client} />}
      {client.conversations.length > 0 && <Conversations client={client} />}
    </div>
    <div className="stack">
      {!client.isDeleted && <Contact client={client} />}
      {client.files.length > 0 && <Files client={client} />}
    </div>
  </div>
);

function Money({ client: { money, orderCount } }: { client: ClientPageDto }) {
  const open = amountsOf(money, 'open');
  const refunded = amountsOf(money, 'refunded');
  return (
    <dl className="auto-columns key-figures">
      <Figure name="Received" value={amountsOf(money, 'received') || '—'}>
        {refunded && `${refunded} refunded`}
      </Figure>
      <Figure name="Still to pay" value={open || '—'} />
      <Figure name="Orders" value={orderCount} />
    </dl>
  );
}

/** What cancelling before acceptance has cost the owner, and whether the next order is refused for it. */
function EarlyCancellations({ client: { _id, earlyCancellations } }: { client: ClientPageDto }) {
  const { count, fees, isRefused } = earlyCancellations;
  if (count === 0) return null;
  return (
    <div className="notice row space-between">
      <p>
        {`Cancelled ${pluralize(count, 'paid order')} before acceptance within 30 days: ${rupees(fees)} of Razorpay’s fees.${isRefused ? ' No further order is taken until you allow it.' : ''}`}
      </p>
      {isRefused && <Button onClick={() => void allowOrders(_id)}>Allow orders</Button>}
    </div>
  );
}

const ORDER_COLUMNS: Column<ClientOrderDto>[] = [
  {
    name: 'Order',
    cell: ({ _id, title }) => (
      <RowTitle title={title} note={<span className="mono">#{orderNumber(_id)}</span>} />
    ),
  },
  {
    name: 'State',
    cell: (order) => (
      <span className="row">
        {order.waits.join(' · ') || <OrderBadge status={order.orderStatus} />}
        <TestBadge order={order} />
      </span>
    ),
  },
  { name: 'Ordered', cell: ({ createdAt }) => plainDate(createdAt), isShort: true },
  {
    ...{ name: 'Amount', isNumber: true, onPhone: 'beside' },
    cell: ({ total, currency }) => <span className="price">{price(total, currency)}</span>,
  },
];

const Orders = ({ client: { orders, orderCount, email } }: { client: ClientPageDto }) => (
  <section className="stack stack--small" aria-label="Orders">
    <h2>Orders</h2>
    <Table
      label="Orders"
      columns={ORDER_COLUMNS}
      rows={orders}
      keyOf={({ _id }) => _id}
      href={({ _id }) => itemPath('order', _id)}
    />
    {orderCount > orders.length && email && (
      <p>
        <Button small onClick={() => showOrdersOf(email)}>
          All {orderCount} orders
        </Button>
      </p>
    )}
  </section>
);

type ClientPayment = ClientPageDto['payments'][number];

const PAYMENT_COLUMNS = paymentColumns<ClientPayment>({
  title: (payment) => <RowTitle title={payment.gig} note={purposeOf({ ...payment, gig: null })} />,
  beside: (payment) => <TestBadge order={payment} />,
  orders: '/api/v1/desk/orders',
  // The papers stand with each order.
}).filter(({ name }) => name !== 'Documents');

const Payments = ({ client: { payments } }: { client: ClientPageDto }) => (
  <section className="stack stack--small" aria-label="Payments">
    <h2>Payments</h2>
    <Table
      label="Payments"
      columns={PAYMENT_COLUMNS}
      rows={payments}
      keyOf={({ _id }) => _id}
      href={({ orderId }) => orderId && itemPath('order', orderId)}
    />
  </section>
);

const Quotes = ({ client: { quotes, conversations } }: { client: ClientPageDto }) => (
  <section className="stack stack--small" aria-label="Quotes">
    <h2>Quotes</h2>
    <List label="Quotes">
      {quotes.map(({ _id, conversationId, title, status, price: amount, currency, sentAt }) => {
        const where = conversations.find((each) => each._id === conversationId);
        return (
          <ListRow
            key={_id}
            title={title}
            open={where && (() => openFromList(where))}
            note={`${status} · ${plainDate(sentAt)}`}
            aside={<span className="price">{price(amount, currency)}</span>}
          />
        );
      })}
    </List>
  </section>
);

const Conversations = ({ client: { _id, conversations } }: { client: ClientPageDto }) => (
  <section className="stack stack--small" aria-label="Messages">
    <h2>Messages</h2>
    <List label="Messages">
      {conversations.map((row) => (
        <ListRow
          key={row._id}
          title={row.title ?? 'Question'}
          open={() => openFromList(row)}
          note={`${row.waitsSince ? 'Your turn · ' : ''}${row.lastMessage.senderId === _id ? '' : 'You: '}${row.lastMessage.messageText}`}
          aside={
            <>
              {row.unread > 0 && <span className="badge badge--blue">{row.unread} new</span>}{' '}
              {row.lastMessageAt && timeAgo(row.lastMessageAt)}
            </>
          }
        />
      ))}
    </List>
  </section>
);

const Notes = ({ client }: { client: ClientPageDto }) => (
  <SettingsForm
    className="card card--padded stack"
    save={({ text = '', over }) => saveNotes(client, text, over === 'yes')}
    load={() => openClient(client._id)}
    label="Save notes"
  >
    {(form) => (
      <TextArea
        label="Notes"
        hint="Only you see them here. The client may ask to see what is written, and it goes with the account."
        rows={3}
        maxLength={MAX_NOTES_LENGTH}
        defaultValue={client.notes.text}
        {...form.field('text')}
      />
    )}
  </SettingsForm>
);

const Contact = ({ client: { email, phone, gstin, city, since } }: { client: ClientPageDto }) => (
  <section className="card card--padded stack" aria-labelledby="contact">
    <h2 id="contact">Contact</h2>
    <DefinitionList
      rows={(
        [
          ['E-mail', email],
          ['Phone', phone],
          ['GSTIN', gstin],
          ['City', city],
          ['Account since', plainDate(since)],
        ] as const
      ).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))}
    />
  </section>
);

const FROM = { client: 'From the client', you: 'From you', delivery: 'Delivered' };

const Files = ({ client: { files } }: { client: ClientPageDto }) => (
  <Folded title="Files" note={pluralize(files.length, 'file')}>
    <List isPlain label="Files">
      {files.map(({ _id, name, size, isLink, url, from, createdAt }) => (
        <ListRow
          key={_id}
          icon={isLink ? Link : Paperclip}
          title={name}
          open={isLink ? undefined : url}
          note={`${FROM[from]}, ${plainDate(createdAt)}, ${isLink ? 'link' : fileSize(size)}`}
        >
          {isLink && (
            <a
              className="button button--small"
              href={url}
              target="_blank"
              rel="noreferrer noopener"
              aria-label={`Open: ${name}`}
            >
              Open
            </a>
          )}
        </ListRow>
      ))}
    </List>
  </Folded>
);
