import './palette.css';
import { Command } from 'cmdk';
import { type ComponentType, useEffect, useRef, useState } from 'react';

/** Something to go to or to do. */
export interface Choice {
  id: string;
  label: string;
  /** What tells it from others of its name. */
  note?: string;
  icon: ComponentType<{ 'aria-hidden'?: 'true' }>;
  run: () => void;
}

export interface Group {
  heading: string;
  choices: Choice[];
}

interface Props {
  placeholder: string;
  /** There without asking anybody. */
  fixed: Group[];
  /** What is found by these words; what was touched last when there are none. */
  find: (words: string) => Promise<Group[]>;
  close: () => void;
}

const PAUSE_MS = 150;

/** Finds as one types: arrows and Enter choose, Escape closes. */
export function Palette({ placeholder, fixed, find, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const { groups: found, state, again } = useFound(words, find);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const shown = [...found, ...matching(fixed, words)];
  const first = shown[0]?.choices[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  // What stands first is chosen, until the arrows say otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other words and their answer move it.
  useEffect(() => choose(first), [words, state]);
  const run = (act: () => void) => () => {
    close();
    act();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      className="dialog palette"
      ref={dialog}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      aria-label="Search and commands"
    >
      <Command
        label="Search and commands"
        shouldFilter={false}
        value={chosen}
        onValueChange={choose}
        loop
      >
        <Command.Input
          ref={input}
          placeholder={placeholder}
          value={words}
          onValueChange={setWords}
          maxLength={100}
        />
        <p className="palette__state" role="status">
          {state === 'asking' && 'Searching…'}
          {state === 'here' && shown.length === 0 && 'Nothing of that name.'}
          {state === 'failed' && 'The search does not answer.'}
        </p>
        <Command.List>
          {state === 'failed' && (
            <Command.Item value="again" onSelect={again}>
              Try again
            </Command.Item>
          )}
          {shown.map(({ heading, choices }) => (
            <Command.Group key={heading} heading={heading}>
              {choices.map(({ id, label, note, icon: Icon, run: act }) => (
                <Command.Item key={id} value={id} onSelect={run(act)}>
                  <Icon aria-hidden="true" />
                  <span>{label}</span>
                  {note && <span className="fine">{note}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

type State = 'asking' | 'here' | 'failed';

/** Asks a moment after the last letter. Until the answer is there, what is known already is sifted. */
function useFound(words: string, find: Props['find']) {
  const wanted = words.trim();
  const [answer, setAnswer] = useState<{ groups: Group[]; state: State; of: string | null }>({
    ...{ groups: [], state: 'asking', of: null },
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is asking anew.
  useEffect(() => {
    let over = false;
    const ask = () =>
      find(wanted).then(
        (groups) => over || setAnswer({ groups, state: 'here', of: wanted }),
        () => over || setAnswer({ groups: [], state: 'failed', of: wanted }),
      );
    const timer = setTimeout(ask, wanted ? PAUSE_MS : 0);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted, find, tries]);
  const again = () => {
    setAnswer({ groups: [], state: 'asking', of: null });
    setTries(tries + 1);
  };
  if (answer.of === wanted) return { ...answer, again };
  return { groups: matching(answer.groups, words), state: 'asking' as const, again };
}

/** What is left of these choices by the words in their labels and notes. */
function matching(groups: Group[], words: string): Group[] {
  const wanted = words.trim().toLowerCase();
  return groups
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter(({ label, note = '' }) =>
        `${label} ${note}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}
