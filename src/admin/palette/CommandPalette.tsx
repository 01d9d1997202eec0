import './command-palette.css';
import { Command } from 'cmdk';
import { type ComponentType, useEffect, useRef, useState } from 'react';

/** A search result or a command. */
export interface PaletteChoice {
  id: string;
  label: string;
  /** A text that distinguishes choices with the same label. */
  note?: string;
  icon: ComponentType<{ 'aria-hidden'?: 'true' }>;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  choices: PaletteChoice[];
}

interface Props {
  placeholder: string;
  /** Choices that need no request. */
  fixed: PaletteGroup[];
  /** The results for a search text; the most recently changed items when it is empty. */
  find: (query: string) => Promise<PaletteGroup[]>;
  close: () => void;
}

const DEBOUNCE_MS = 150;

/** A command palette that searches while typing: arrows and Enter choose, Escape closes. */
export function CommandPalette({ placeholder, fixed, find, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const { groups: found, state, retry } = useSearch(query, find);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const shown = [...found, ...matching(fixed, query)];
  const first = shown[0]?.choices[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  // The first choice is selected until the arrow keys move the selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search or its results reset it.
  useEffect(() => choose(first), [query, state]);
  const closeAndRun = (action: () => void) => () => {
    close();
    action();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      className="dialog command-palette"
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
          value={query}
          onValueChange={setQuery}
          maxLength={100}
        />
        <p className="command-palette__state" role="status">
          {state === 'loading' && 'Searching…'}
          {state === 'loaded' && shown.length === 0 && 'No results'}
          {state === 'failed' && 'The search does not answer.'}
        </p>
        <Command.List>
          {state === 'failed' && (
            <Command.Item value="again" onSelect={retry}>
              Try again
            </Command.Item>
          )}
          {shown.map(({ heading, choices }) => (
            <Command.Group key={heading} heading={heading}>
              {choices.map(({ id, label, note, icon: Icon, run }) => (
                <Command.Item key={id} value={id} onSelect={closeAndRun(run)}>
                  <Icon aria-hidden="true" />
                  <span>{label}</span>
                  {note && <span className="text-13">{note}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

type State = 'loading' | 'loaded' | 'failed';

/** Searches shortly after the last keystroke. Until the response arrives, filters the earlier results. */
function useSearch(input: string, find: Props['find']) {
  const query = input.trim();
  const [result, setResult] = useState<{ groups: PaletteGroup[]; state: State; of: string | null }>(
    {
      ...{ groups: [], state: 'loading', of: null },
    },
  );
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry searches again.
  useEffect(() => {
    let isCancelled = false;
    const search = () =>
      find(query).then(
        (groups) => isCancelled || setResult({ groups, state: 'loaded', of: query }),
        () => isCancelled || setResult({ groups: [], state: 'failed', of: query }),
      );
    const timer = setTimeout(search, query ? DEBOUNCE_MS : 0);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [query, find, tries]);
  const retry = () => {
    setResult({ groups: [], state: 'loading', of: null });
    setTries(tries + 1);
  };
  if (result.of === query) return { ...result, retry };
  return { groups: matching(result.groups, input), state: 'loading' as const, retry };
}

/** The choices whose label or note contains the search text. */
function matching(groups: PaletteGroup[], input: string): PaletteGroup[] {
  const query = input.trim().toLowerCase();
  return groups
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter(({ label, note = '' }) =>
        `${label} ${note}`.toLowerCase().includes(query),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}
