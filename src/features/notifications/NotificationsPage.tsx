import { useStore } from '@nanostores/react';
import { BellRing, Check } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import {
  NOTIFICATION_TYPES,
  type NotificationType,
} from '../../../api/modules/notifications/rules.ts';
import { PREFERENCES } from '../../../api/modules/orders/news.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { timeAgo } from '../../lib/format.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { filteredList } from '../lists/filtered-list.ts';
import { NextStepLine, notificationIcon } from './NotificationIcon.tsx';
import {
  $notifications,
  $unread,
  fetchNotifications,
  markAllRead,
  markNotificationRead,
  notificationHref,
  openNotification,
  withLatestNext,
} from './notifications-store.ts';

type Shown = '' | 'unread' | NotificationType;

const notificationList = filteredList(
  { find: '', show: '' as Shown },
  'items',
  'before',
  async ({ show, before }) => {
    const filter = show === 'unread' ? { unread: '1' } : { ...(show && { type: show }) };
    const page = await fetchNotifications({ ...filter, ...(before && { before }) });
    const { notifications: items, hasMore } = page;
    return { items, next: hasMore ? (items.at(-1)?._id ?? null) : null };
  },
);

const CHOICES = {
  label: 'Show',
  filter: 'show',
  values: ['', 'unread', ...NOTIFICATION_TYPES],
  nameOf: (shown: Shown) => {
    if (shown === 'unread') return 'Unread';
    return shown ? PREFERENCES[shown].title : 'All';
  },
} as const;

export function NotificationsPage() {
  const unread = useStore($unread);
  useEffect(() => {
    void notificationList.reload();
    // The bell hears of new ones, and of what was read in any tab.
    return $notifications.listen(() => void notificationList.reload());
  }, []);
  return (
    <div className="container--text">
      <header className="page-head">
        <div className="row space-between">
          <h1>Notifications</h1>
          <Button small disabled={unread === 0} onClick={() => void markAllRead()}>
            Mark all as read
          </Button>
        </div>
      </header>
      <FilteredList
        list={notificationList}
        choices={CHOICES}
        count={({ items }) => items.length}
        empty={[
          'Nothing yet',
          <>
            <p>What happens with your orders appears here.</p>
            <a className="button" href="/orders">
              See your orders
            </a>
          </>,
          BellRing,
        ]}
      >
        {({ items }) => (
          <div className="stack stack--large">
            {byOrder(withLatestNext(items)).map(([about, ofOrder]) => (
              <section key={about} className="stack stack--small" aria-label={about}>
                <h2 className="title-17">{about}</h2>
                <List label={`Notifications, ${about}`}>
                  {ofOrder.map((notification) => (
                    <Line key={notification._id} notification={notification} />
                  ))}
                </List>
              </section>
            ))}
          </div>
        )}
      </FilteredList>
    </div>
  );
}

/** The order with the latest news first, and in each the newest first, as they come. */
const byOrder = (items: NotificationDto[]): [about: string, NotificationDto[]][] => [
  ...Map.groupBy(items, ({ orderId, about, conversationId }) => {
    if (orderId) return `${about ?? 'Order'} #${orderNumber(orderId)}`;
    return conversationId ? 'Questions' : 'Everything else';
  }),
];

function Line({ notification }: { notification: NotificationDto }) {
  const href = notificationHref(notification);
  const onClick = (event: MouseEvent) => {
    // With a modifier key the link opens in a new tab and this page stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (!notification.isRead) void markNotificationRead(notification._id);
      return;
    }
    event.preventDefault();
    void openNotification(notification);
  };
  const { _id, type, message, createdAt, isRead } = notification;
  return (
    <ListRow
      icon={notificationIcon(type)}
      tone={isRead ? undefined : 'accent'}
      isRead={isRead}
      title={<span className="clamp">{message}</span>}
      open={href ?? undefined}
      onOpen={onClick}
      note={notification.next && <NextStepLine notification={notification} />}
      aside={
        <>
          <time dateTime={createdAt}>{timeAgo(createdAt)}</time>
          {!isRead && <span className="visually-hidden">, unread</span>}
        </>
      }
    >
      {!isRead && (
        <Button
          variant="quiet"
          icon={Check}
          aria-label={`Mark as read: ${message.slice(0, 60)}`}
          onClick={() => void markNotificationRead(_id)}
        />
      )}
    </ListRow>
  );
}
