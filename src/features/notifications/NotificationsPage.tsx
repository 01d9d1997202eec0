import '../../components/segments.css';
import './notifications.css';
import { useStore } from '@nanostores/react';
import { BellRing, Check, CloudOff } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { NotificationIcon } from '../../components/NotificationIcon.tsx';
import { ago } from '../../lib/format.ts';
import {
  $filter,
  $page,
  type Filter,
  followNotifications,
  loadMore,
  selectFilter,
} from './page-stores.ts';
import { $unread, markAll, markOne, notificationHref, openNotification } from './stores.ts';

const FILTERS: [Filter, string][] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['order', 'Orders'],
  ['payment', 'Payments'],
  ['revision', 'Revisions'],
  ['review', 'Reviews'],
  ['new_message', 'Messages'],
];

export function NotificationsPage() {
  const filter = useStore($filter);
  const unread = useStore($unread);
  useEffect(() => {
    void selectFilter('all');
    return followNotifications();
  }, []);
  return (
    <div className="news-page wrap--text">
      <header className="page-head">
        <h1>Notifications</h1>
        <Button small disabled={unread === 0} onClick={() => void markAll()}>
          Mark all as read
        </Button>
      </header>
      <fieldset className="segments">
        <legend className="visually-hidden">Show</legend>
        {FILTERS.map(([value, label]) => (
          <button
            type="button"
            key={value}
            aria-pressed={filter === value}
            onClick={() => void selectFilter(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <List />
    </div>
  );
}

function List() {
  const page = useStore($page);
  const filter = useStore($filter);
  if (page.state === 'loading') {
    return (
      <div className="news-list" role="status" aria-label="Loading your notifications">
        {[1, 2, 3, 4].map((at) => (
          <div className="skeleton news-skeleton" key={at} aria-hidden="true" />
        ))}
      </div>
    );
  }
  if (page.state === 'failed') {
    return (
      <Empty alert icon={CloudOff} title="Your notifications could not be loaded">
        <p>{page.message}</p>
        <Button onClick={() => void selectFilter(filter)}>Try again</Button>
      </Empty>
    );
  }
  const { items, hasMore, more } = page.value;
  if (items.length === 0) {
    return (
      <Empty icon={BellRing} title={filter === 'all' ? 'Nothing yet' : 'Nothing here'}>
        <p>What happens with your orders appears here.</p>
        <a className="button" href="/orders">
          See your orders
        </a>
      </Empty>
    );
  }
  return (
    <>
      <ul className="news-list sheet">
        {items.map((notification) => (
          <Line key={notification._id} notification={notification} />
        ))}
      </ul>
      {hasMore && (
        <Button wide disabled={more} onClick={loadMore}>
          {more ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </>
  );
}

function Line({ notification }: { notification: NotificationDto }) {
  const href = notificationHref(notification);
  const onClick = (event: MouseEvent) => {
    // With a modifier key the link opens in a new tab and this page stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (!notification.isRead) void markOne(notification._id);
      return;
    }
    event.preventDefault();
    void openNotification(notification);
  };
  return (
    <li className="news" data-unread={!notification.isRead}>
      <span className="news__icon">
        <NotificationIcon type={notification.type} />
      </span>
      <p className="news__text">
        {href ? (
          <a href={href} onClick={onClick}>
            {notification.message}
          </a>
        ) : (
          notification.message
        )}
        <span className="fine">
          <time dateTime={notification.createdAt}>{ago(notification.createdAt)}</time>
          {!notification.isRead && <span className="visually-hidden">, unread</span>}
        </span>
      </p>
      {!notification.isRead && (
        <Button
          variant="quiet"
          icon={Check}
          aria-label={`Mark as read: ${notification.message.slice(0, 60)}`}
          onClick={() => void markOne(notification._id)}
        />
      )}
    </li>
  );
}
