import { useStore } from '@nanostores/react';
import { Check, ChevronDown, ChevronUp, RotateCcw } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_PIN_LENGTH } from '../../../api/modules/deliveries/rules.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { pluralize, timeAgo } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import {
  $chosenPin,
  $draft,
  type Of,
  type PinDto,
  replyToPin,
  resolvePin,
  setPin,
} from './deliveries-store.ts';

interface Props {
  of: Of;
  pins: PinDto[];
  pageName: (page: number) => string;
  /** The name of the other side. */
  counterpart: string;
  /** Whether the order takes pins and answers. */
  isOpen: boolean;
}

/** What is said at each pin, and the new one. */
export function PinList({ of, pins, pageName, counterpart, isOpen }: Props) {
  const draft = useStore($draft);
  const chosen = useStore($chosenPin);
  const [isUnfolded, setUnfolded] = useState(false);
  const nameOf = (by: PinDto['by']) => (by === of.side ? 'You' : counterpart);
  useEffect(() => {
    if (draft || chosen) setUnfolded(true);
  }, [draft, chosen]);
  const isShown = isUnfolded || draft !== null || !isPhone();
  return (
    <div className="file-viewer__pins stack stack--medium">
      {isPhone() && (
        <Button
          icon={isShown ? ChevronDown : ChevronUp}
          aria-expanded={isShown}
          onClick={() => setUnfolded(!isShown)}
        >
          {pluralize(pins.length, 'pin')}
        </Button>
      )}
      {draft && <NewPin of={of} />}
      {isShown && pins.length === 0 && !draft && (
        <p className="muted text-15">
          {isOpen
            ? 'Press the place that you mean, and say what should be different.'
            : 'Nothing was pointed at.'}
        </p>
      )}
      {isShown && (
        <ol className="stack divided" aria-label="Pins">
          {pins.map((pin) => (
            <Pin key={pin._id} {...{ of, pin, pageName, nameOf, isOpen }} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** What became of a pin. */
export function pinState({ resolvedBy, answeredIn, revision }: PinDto): [string, string] {
  if (resolvedBy) return ['green', 'Resolved'];
  if (answeredIn) return ['blue', `Answered in version ${answeredIn}`];
  return revision ? ['amber', 'Revision requested'] : ['amber', 'Open'];
}

interface PinProps extends Pick<Props, 'of' | 'pageName' | 'isOpen'> {
  pin: PinDto;
  nameOf: (by: PinDto['by']) => string;
}

function Pin({ of, pin, pageName, nameOf, isOpen }: PinProps) {
  const pressed = useStore($chosenPin);
  const chosen = pressed?.id === pin._id;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen && !pressed?.isFromList) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, pressed]);
  const [isAnswering, setAnswering] = useState(false);
  const [tone, state] = pinState(pin);
  return (
    <li className="stack stack--small" ref={row} aria-current={chosen || undefined}>
      <p className="row">
        <button
          type="button"
          className={chosen ? 'count mono' : 'link mono'}
          aria-label={`Show pin ${pin.number}`}
          onClick={() => $chosenPin.set({ id: pin._id, isFromList: true })}
        >
          {pin.number}
        </button>
        <span className="text-13">
          {[pageName(pin.page), nameOf(pin.by), timeAgo(pin.createdAt)].filter(Boolean).join(', ')}
        </span>
        <span className={`badge badge--${tone}`}>{state}</span>
      </p>
      <p className="written-text" dir="auto">
        {pin.text}
      </p>
      {pin.replies.map((reply) => (
        <blockquote key={reply._id}>
          <p className="text-13">{`${nameOf(reply.by)}, ${timeAgo(reply.createdAt)}`}</p>
          <p className="written-text" dir="auto">
            {reply.text}
          </p>
        </blockquote>
      ))}
      {isAnswering && (
        <Words
          label={`Answer to pin ${pin.number}`}
          button="Answer"
          send={(words) => replyToPin(of, pin._id, words)}
          close={() => setAnswering(false)}
        />
      )}
      {isOpen && !isAnswering && (
        <p className="row">
          <Button small aria-label={`Answer pin ${pin.number}`} onClick={() => setAnswering(true)}>
            Answer
          </Button>
          <Button
            small
            icon={pin.resolvedBy ? RotateCcw : Check}
            aria-label={`${pin.resolvedBy ? 'Reopen' : 'Resolve'} pin ${pin.number}`}
            onClick={() => void resolvePin(of, pin._id, !pin.resolvedBy)}
          >
            {pin.resolvedBy ? 'Reopen' : 'Resolve'}
          </Button>
        </p>
      )}
    </li>
  );
}

function NewPin({ of }: { of: Of }) {
  return (
    <div id="new-pin">
      <Words
        label="What is meant here?"
        button="Set the pin"
        // One that was set by the keyboard is moved first.
        isFocused={!$draft.get()?.isMoved}
        send={(words) => {
          const { isMoved: _, ...place } = $draft.get() ?? { file: '', page: 1, x: 0, y: 0 };
          return setPin(of, { ...place, ...words });
        }}
        close={() => $draft.set(null)}
      />
    </div>
  );
}

interface WordsProps {
  label: string;
  button: string;
  isFocused?: boolean;
  send: (words: { _id: string; text: string }) => Promise<boolean>;
  close: () => void;
}

/** A short text that is sent once. */
function Words({ label, button, isFocused = true, send, close }: WordsProps) {
  const [_id] = useState(() => crypto.randomUUID());
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const isSent = await send({ _id, text });
    setBusy(false);
    if (isSent) close();
  };
  return (
    <form className="stack stack--small" onSubmit={submit}>
      <TextArea
        label={label}
        ref={(field: HTMLTextAreaElement | null) => {
          if (isFocused && field && !field.value) field.focus();
        }}
        rows={3}
        maxLength={MAX_PIN_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="row">
        <Button small variant="solid" type="submit" disabled={busy || text.trim() === ''}>
          {button}
        </Button>
        <Button small variant="quiet" onClick={close}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
