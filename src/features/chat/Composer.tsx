import './composer.css';
import { useStore } from '@nanostores/react';
import { SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../api/modules/chat/texts.ts';
import { Button } from '../../components/Button.tsx';
import { LengthCounter } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Select } from '../../components/Select.tsx';
import { messageFiles } from './attachments.ts';
import { AttachButton, ChosenFileList } from './ChosenFiles.tsx';
import { sendMessage } from './chat-actions.ts';
import { draftOf, saveDraft } from './chat-drafts.ts';
import { $conversation, $insertion, $openChat, topicKey } from './conversation-store.ts';
import { $sendingId } from './outbox.ts';
import { emitTyping } from './presence.ts';

/** A reply template. */
export interface Template {
  name: string;
  text: string;
}

interface Props {
  ready: boolean;
  templates?: readonly Template[] | undefined;
  /** Beside the templates. */
  tools?: ReactNode;
  /** Whether the field takes the focus when it appears. */
  takesFocus: boolean;
}

/** The message input: Enter sends, Shift+Enter starts a new line. */
export function Composer({ ready, templates = [], tools, takesFocus }: Props) {
  const open = useStore($openChat);
  const chat = useStore($conversation);
  const files = useStore(messageFiles.$files);
  const sending = useStore($sendingId) !== null;
  const orderId = open?.id ?? '';
  const target = open && topicKey(open);
  const [text, setText] = useState(() => draftOf(orderId));
  /** Enter was pressed before the message could be sent: it is sent as soon as it can be. */
  const [isWaiting, setWaiting] = useState(false);
  const field = useRef<HTMLTextAreaElement | null>(null);
  // On a touch screen focus would open the keyboard over the messages.
  const focusOnMount = useCallback(
    (element: HTMLTextAreaElement | null) => {
      field.current = element;
      if (takesFocus && matchMedia('(pointer: fine)').matches) focusFirstField(element);
    },
    [takesFocus],
  );
  const uploading = files.some((each) => each.state === 'uploading');
  const empty = text.trim() === '' && files.length === 0;
  const excess = text.trim().length - MAX_MESSAGE_LENGTH;
  const disabled = !ready || sending || uploading || empty || excess > 0;

  const send = () => {
    setWaiting(disabled && !empty && excess <= 0);
    // Nothing is answered as such; a second Enter while the first one sends is not.
    if ((disabled && !(empty && !sending)) || !sendMessage(text)) return;
    setText('');
    field.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when sending becomes possible.
  useEffect(() => {
    if (isWaiting && !disabled) send();
    if (chat.state === 'failed') setWaiting(false);
  }, [isWaiting, disabled, chat.state]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the input of a word: Safari marks it with this code alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  };
  const onText = (value: string) => {
    setText(value);
    setWaiting(false);
    saveDraft(orderId, value);
    if (chat.state === 'loaded' && value !== '') emitTyping(chat.value.conversation._id);
  };
  const insert = (more: string) => {
    onText(text.trim() ? `${text}\n\n${more}` : more);
    field.current?.focus();
  };
  const insertion = useStore($insertion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for each text.
  useEffect(() => {
    if (insertion === null) return;
    $insertion.set(null);
    insert(insertion);
  }, [insertion]);

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ChosenFileList of={messageFiles} />
      {(templates.length > 0 || tools) && (
        <div className="row composer__tools">
          {templates.length > 0 && (
            <div className="field">
              <Select
                aria-label="Insert a reply template"
                value=""
                onChange={(event) => {
                  const chosen = templates.find(({ name }) => name === event.target.value);
                  if (chosen) insert(chosen.text);
                }}
              >
                <option value="">Reply template…</option>
                {templates.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </div>
          )}
          {tools}
        </div>
      )}
      {target && <AttachButton of={messageFiles} target={target} disabled={!ready} />}
      <div className="field composer__text">
        <textarea
          ref={focusOnMount}
          rows={1}
          aria-label="Message"
          placeholder="Type a message..."
          aria-invalid={excess > 0}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { files: pasted, types } = event.clipboardData;
            // Spreadsheets add a picture of the cells to their text.
            if (types.includes('text/html') && types.includes('text/plain')) return;
            if (pasted.length > 0 && target) void messageFiles.attach(target, pasted);
          }}
        />
      </div>
      <Button variant="solid" icon={SendHorizontal} type="submit" disabled={disabled}>
        {sending || isWaiting ? 'Sending...' : 'Send'}
      </Button>
      <div className="composer__counter">
        <LengthCounter length={text.trim().length} max={MAX_MESSAGE_LENGTH} />
      </div>
    </form>
  );
}
