import { useStore } from '@nanostores/react';
import { Bell as BellIcon, X } from 'lucide-react';
import { useEffect } from 'react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import { timeAgo } from '../../lib/format.ts';
import { NextStepLine, notificationIcon } from '../notifications/NotificationIcon.tsx';
import {
  $notifications,
  followNotificationEvents,
  markAllRead,
  openNotification,
} from '../notifications/notifications-store.ts';

const SHOWN = 20;
const MAX_BADGE = 99;

/** The bell with its count, and the newest notifications under it. */
export function NotificationBell() {
  const list = useStore($notifications);
  const unread = list?.unread ?? 0;
  useEffect(followNotificationEvents, []);
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <>
      <button
        className="button button--quiet button--icon navbar__button bell"
        type="button"
        popoverTarget="bell"
        aria-label={label}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell__count" aria-hidden="true">
            {unread > MAX_BADGE ? `${MAX_BADGE}+` : unread}
          </span>
        )}
      </button>
      <section
        className="menu-panel floating-card"
        id="bell"
        popover="auto"
        aria-label="Notifications"
      >
        <div className="row account-menu__head">
          <strong>Notifications</strong>
          {unread > 0 && (
            <button
              className="button button--quiet button--small"
              type="button"
              onClick={() => void markAllRead()}
            >
              Mark all as read
            </button>
          )}
          <button
            className="button button--quiet button--icon navbar__button"
            type="button"
            popoverTarget="bell"
            popoverTargetAction="hide"
            aria-label="Close notifications"
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {list && list.items.length > 0 ? (
          <ul className="bell__list">
            {list.items.slice(0, SHOWN).map((each) => (
              <Line key={each._id} notification={each} />
            ))}
          </ul>
        ) : (
          <p className="bell__none text-13">
            {list ? 'Nothing yet. Notifications about your orders appear here.' : 'Loading…'}
          </p>
        )}
        <a className="menu-item bell__more" href="/notifications">
          View all
        </a>
      </section>
    </>
  );
}

/** A click marks the notification as read and opens its page, if it has one. */
function Line({ notification }: { notification: NotificationDto }) {
  const Icon = notificationIcon(notification.type);
  return (
    <li>
      <button
        className="menu-item bell__line"
        type="button"
        data-unread={!notification.isRead}
        onClick={() => void openNotification(notification)}
      >
        <Icon aria-hidden="true" />
        <span>
          <span className="clamp bell__text">{notification.message}</span>
          <NextStepLine notification={notification} />
          <span className="text-13">
            <time dateTime={notification.createdAt}>{timeAgo(notification.createdAt)}</time>
            {!notification.isRead && <span className="visually-hidden">, unread</span>}
          </span>
        </span>
      </button>
    </li>
  );
}
