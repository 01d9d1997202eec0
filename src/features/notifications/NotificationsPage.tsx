import { NOTIFICATION_TYPES, PREFERENCE_LABELS } from '../../../api/modules/notifications/rules.ts';
import './notifications.css';
import { useStore } from '@nanostores/react';
import { BellRing, Check } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { timeAgo } from '../../lib/format.ts';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { NextStepLine, notificationIcon } from './NotificationIcon.tsx';
import {
  $filter,
  $page,
  type Filter,
  followNotifications,
  loadMore,
  type Page,
  selectFilter,
} from './notifications-page-store.ts';
import {
  $unread,
  markAllRead,
  markNotificationRead,
  notificationHref,
  openNotification,
} from './notifications-store.ts';

const FILTERS: Filter[] = ['all', 'unread', ...NOTIFICATION_TYPES];

const nameOf = (filter: Filter): string => {
  if (filter === 'all') return 'All';
  return filter === 'unread' ? 'Unread' : PREFERENCE_LABELS[filter][0];
};

export function NotificationsPage() {
  const filter = useStore($filter);
  const unread = useStore($unread);
  useEffect(() => {
    void selectFilter('all');
    return followNotifications();
  }, []);
  return (
    <div className="notification-page container--text">
      <header className="page-head">
        <h1>Notifications</h1>
        <Button small disabled={unread === 0} onClick={() => void markAllRead()}>
          Mark all as read
        </Button>
      </header>
      <SegmentedControl
        label="Show"
        options={FILTERS}
        value={filter}
        onChange={(value) => void selectFilter(value)}
      >
        {nameOf}
      </SegmentedControl>
      <Found />
    </div>
  );
}

function Found() {
  const page = useStore($page);
  const filter = useStore($filter);
  return (
    <LoadedContent
      loaded={page}
      retry={() => selectFilter(filter)}
      failedTitle="Your notifications could not be loaded"
      skeleton={
        <SkeletonRows rows={4} label="Loading your notifications" className="stack stack--small" />
      }
    >
      {(value) => <Items {...value} filter={filter} />}
    </LoadedContent>
  );
}

function Items({ items, hasMore, more, filter }: Page & { filter: Filter }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={BellRing} title={filter === 'all' ? 'Nothing yet' : 'Nothing here'}>
        <p>What happens with your orders appears here.</p>
        <a className="button" href="/orders">
          See your orders
        </a>
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <List label="Notifications">
        {items.map((notification) => (
          <Line key={notification._id} notification={notification} />
        ))}
      </List>
      {hasMore && (
        <Button wide disabled={more} onClick={loadMore}>
          {more ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

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
      title={message}
      open={href ?? undefined}
      onOpen={onClick}
      note={
        <>
          <time dateTime={createdAt}>{timeAgo(createdAt)}</time>
          {!isRead && <span className="visually-hidden">, unread</span>}{' '}
          <NextStepLine notification={notification} />
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
