import { useStore } from '@nanostores/react';
import { Bell as BellIcon, X } from 'lucide-react';
import { useEffect } from 'react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import { NotificationIcon } from '../../components/NotificationIcon.tsx';
import { ago } from '../../lib/format.ts';
import { $notifications, followSession, markAll, openNews } from '../notifications/stores.ts';

const SHOWN = 20;
const BADGE_MOST = 99;

/** The bell with its count, and the newest news under it. */
export function Bell() {
  const news = useStore($notifications);
  const unread = news?.unread ?? 0;
  useEffect(followSession, []);
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <>
      <button className="me__button bell" type="button" popoverTarget="bell" aria-label={label}>
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell__count" aria-hidden="true">
            {unread > BADGE_MOST ? `${BADGE_MOST}+` : unread}
          </span>
        )}
      </button>
      <section className="me__panel float" id="bell" popover="auto" aria-label="Notifications">
        <div className="me__head">
          <strong>Notifications</strong>
          {unread > 0 && (
            <button className="bell__all" type="button" onClick={() => void markAll()}>
              Mark all as read
            </button>
          )}
          <button
            className="me__button"
            type="button"
            popoverTarget="bell"
            popoverTargetAction="hide"
            aria-label="Close notifications"
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {news && news.items.length > 0 ? (
          <ul className="bell__list">
            {news.items.slice(0, SHOWN).map((each) => (
              <Line key={each._id} news={each} />
            ))}
          </ul>
        ) : (
          <p className="bell__none fine">
            {news ? 'Nothing yet. News about your orders appears here.' : 'Loading…'}
          </p>
        )}
        <a className="me__line bell__more" href="/notifications">
          View all
        </a>
      </section>
    </>
  );
}

/** Reading it is following it; what leads nowhere is marked where it stands. */
function Line({ news }: { news: NotificationDto }) {
  return (
    <li>
      <button
        className="bell__line"
        type="button"
        data-unread={!news.isRead}
        onClick={() => void openNews(news)}
      >
        <NotificationIcon type={news.type} />
        <span>
          <span className="bell__text">{news.message}</span>
          <span className="fine">
            <time dateTime={news.createdAt}>{ago(news.createdAt)}</time>
            {!news.isRead && <span className="visually-hidden">, unread</span>}
          </span>
        </span>
      </button>
    </li>
  );
}
