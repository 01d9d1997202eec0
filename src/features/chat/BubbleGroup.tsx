import './bubble.css';
import { useStore } from '@nanostores/react';
import { Check, CheckCheck, CircleAlert, Clock, FilePen } from 'lucide-react';
import { memo } from 'react';
import { clockTime } from '../../lib/day-label.ts';
import { disownMail, resendMessage } from './chat-actions.ts';
import type { Bubble, Group } from './group-messages.ts';
import { Attachment, LinkedText } from './MessageContent.tsx';
import { $messageAction } from './message-action.ts';
import { removeFromOutbox } from './outbox.ts';

const same = (a: Bubble, b: Bubble | undefined) =>
  a.key === b?.key && a.state === b.state && a.at === b.at && a.text === b.text;

/** A group of bubbles; rendered again only when one of them changes. */
export const BubbleGroup = memo(
  ({ group }: { group: Group }) => (
    <div className="chat__group" data-side={group.mine ? 'mine' : 'other'}>
      {group.bubbles.map((bubble) => (
        <BubbleView key={bubble.key} bubble={bubble} />
      ))}
    </div>
  ),
  (old, next) =>
    old.group.bubbles.length === next.group.bubbles.length &&
    old.group.bubbles.every((bubble, at) => same(bubble, next.group.bubbles[at])),
);

const TICKS = {
  sending: [Clock, 'Sending'],
  failed: [CircleAlert, 'Not sent'],
  delivered: [Check, 'Delivered'],
  seen: [CheckCheck, 'Seen'],
} as const;

function BubbleView({ bubble }: { bubble: Bubble }) {
  const [Tick, label] = TICKS[bubble.state];
  return (
    <div className="bubble" data-key={bubble.key} data-state={bubble.state}>
      <span className="visually-hidden">{bubble.mine ? 'You: ' : 'They: '}</span>
      {bubble.attachments.map((file) => (
        <Attachment key={file._id} file={file} />
      ))}
      {bubble.text && (
        <p dir="auto">
          <LinkedText text={bubble.text} />
        </p>
      )}
      {bubble.byMail?.notes.map((note) => (
        <p className="text-13" key={note}>
          {note}
        </p>
      ))}
      {bubble.byMail?.takenFrom !== undefined && (
        <p className="text-13">
          {bubble.mine
            ? 'You took this mail over. It agrees to nothing, and your client can take it out.'
            : 'The studio took this mail as yours. '}
          {!bubble.mine && (
            <button type="button" className="link" onClick={() => disownMail(bubble.key)}>
              I did not write this
            </button>
          )}
        </p>
      )}
      {bubble.byMail?.quoted && (
        <details className="text-13">
          <summary>Show the quoted part</summary>
          <p dir="auto">{bubble.byMail.quoted}</p>
        </details>
      )}
      <span className="row text-13 bubble__foot">
        {bubble.text && <MessageActionButton text={bubble.text} />}
        {bubble.byMail && <span>by e-mail ·</span>}
        <time dateTime={bubble.at}>{clockTime(bubble.at)}</time>
        {bubble.mine && <Tick role="img" aria-label={label} data-tick={bubble.state} />}
      </span>
      {bubble.state === 'failed' && (
        <span className="row text-13 bubble__failed">
          Not sent.
          <button type="button" onClick={() => resendMessage(bubble.key)}>
            Retry
          </button>
          <button type="button" onClick={() => removeFromOutbox(bubble.key)}>
            Discard
          </button>
        </span>
      )}
    </div>
  );
}

function MessageActionButton({ text }: { text: string }) {
  const action = useStore($messageAction);
  if (!action) return null;
  return (
    <button
      className="bubble__action"
      type="button"
      title={action.label}
      aria-label={action.label}
      onClick={() => action.run(text)}
    >
      <FilePen aria-hidden="true" />
    </button>
  );
}
