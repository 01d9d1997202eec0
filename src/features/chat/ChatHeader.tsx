import { useStore } from '@nanostores/react';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { replyTimeText } from '../../../api/modules/chat/reply-time-rules.ts';
import { SUPPORT } from '../../../api/modules/chat/texts.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { Button } from '../../components/Button.tsx';
import { price } from '../../lib/format.ts';
import { $session } from '../account/session.ts';
import { $conversation, type ChatTopic } from './conversation-store.ts';
import { $online, $typing } from './presence.ts';

interface Props {
  topic: ChatTopic;
  personPage: string | undefined;
  onClose: () => void;
}

/** The other person with their presence, and the details of the order. */
export function ChatHeader({ topic, personPage, onClose }: Props) {
  const chat = useStore($conversation);
  const online = useStore($online);
  const typing = useStore($typing);
  const [details, setDetails] = useState(false);
  const conversation = chat.state === 'loaded' ? chat.value.conversation : null;
  const session = useStore($session);
  const isOwner = session.state === 'verified' && session.user.role !== 'buyer';
  const other = (isOwner ? conversation?.buyerId : conversation?.adminId) ?? null;
  const fallbackName = isOwner ? 'Deleted account' : SUPPORT;
  const name = conversation || !isOwner ? other?.name || fallbackName : 'Conversation';
  const isOnline = other !== null && online.includes(other._id);
  const presence = isOnline ? 'Online' : 'Offline';
  const minutes = isOwner ? null : (conversation?.answersWithin ?? null);
  const answers = minutes !== null && `usually answers ${replyTimeText(minutes)}`;
  return (
    <header className="row chat__head">
      <img
        className="avatar"
        src={other?.avatar?.url ?? (isOwner ? '/img/avatar-blank.svg' : '/img/portrait.webp')}
        alt=""
        width={40}
        height={40}
        data-online={isOnline}
      />
      <div className="chat__title-block">
        <h2 className="title-17 truncate">
          {personPage ? (
            <a href={personPage} onClick={onClose}>
              {name}
            </a>
          ) : (
            name
          )}
        </h2>
        <p className="with-icon text-13 chat__presence" data-online={isOnline} role="status">
          {typing ? 'is writing…' : [presence, answers].filter(Boolean).join(' · ')}
        </p>
      </div>
      {topic.order && (
        <Button
          variant="quiet"
          small
          className="chat__toggle"
          aria-expanded={details}
          aria-controls="chat-details"
          onClick={() => setDetails(!details)}
        >
          {details ? 'Hide Details' : 'View Details'} <ChevronDown aria-hidden="true" />
        </Button>
      )}
      <Button variant="quiet" icon={X} aria-label="Close the conversation" onClick={onClose} />
      <div className="chat__details" id="chat-details" hidden={!details}>
        {topic.order && <Details order={topic.order} />}
      </div>
    </header>
  );
}

function Details({ order }: { order: OrderDto }) {
  const [item] = order.OrderItems;
  if (!item) return null;
  return (
    <>
      <img
        className="framed"
        src={item.thumbnailImage.url}
        alt=""
        width={96}
        height={60}
        loading="lazy"
      />
      <div className="stack stack--small">
        <p className="text-15">{item.title}</p>
        <p className="text-13">{item.selectedPlan.shortDescription}</p>
        <p className="row text-13">
          <span className="price">
            {price(item.selectedPlan.price, order.paymentInfo.currency)}
          </span>
          <span className="tag">{order.orderStatus}</span>
        </p>
      </div>
    </>
  );
}
