import './command-palette.css';
import { Command } from 'cmdk';
import {
  HardDriveDownload,
  KeyRound,
  LogOut,
  MessageSquare,
  Package,
  Plus,
  Rocket,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { switchTheme } from '../../components/theme.ts';
import { openConversationForOrder } from '../../features/chat/owner-conversations-store.ts';
import { readJson } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { makeAndDownloadBackup } from '../backups/Backups.tsx';
import { CONTENT_KINDS } from '../content-kinds.ts';
import { STATUS_NAMES } from '../edit/PublicationStatus.tsx';
import { $screens } from '../permissions.ts';
import { publishNow } from '../publish/publish-store.ts';
import { adminApi } from '../requests.ts';
import { goTo, goToItem } from '../router.ts';
import { SETTINGS_GROUPS } from '../screens.ts';
import { signOutOfDashboard } from '../sign-out.ts';

const screens = (heading: string, group?: string): PaletteGroup => ({
  heading,
  choices: $screens
    .get()
    .filter((screen) => screen.group === group)
    .map(({ route, label, icon, words }) => ({
      ...{ id: route, label, icon, words },
      run: () => goTo(route),
    })),
});

const commands = (): PaletteGroup[] => [
  screens('Go to'),
  {
    heading: 'Do',
    choices: [
      ...CONTENT_KINDS.map(({ one, item }) => ({
        id: `new-${one}`,
        label: `New ${item.toLowerCase()}`,
        icon: Plus,
        run: () => goToItem(one, 'new'),
      })),
      {
        ...{ id: 'publish-now', label: 'Publish the site now', icon: Rocket },
        words: 'release live website',
        run: () => void publishNow(),
      },
      {
        ...{
          id: 'backup',
          label: 'Download a backup',
          icon: HardDriveDownload,
          words: 'copy save',
        },
        run: () => void makeAndDownloadBackup(),
      },
      {
        ...{ id: 'account', label: 'Your account', icon: KeyRound },
        words: 'password passkey second factor authenticator device session email address security',
        run: () => location.assign('/settings'),
      },
      {
        ...{ id: 'theme', label: 'Switch between light and dark', icon: SunMoon },
        words: 'theme colour mode',
        run: switchTheme,
      },
      {
        ...{ id: 'sign-out', label: 'Sign out', icon: LogOut, words: 'log out logout' },
        run: signOutOfDashboard,
      },
    ],
  },
  ...SETTINGS_GROUPS.map((group) => screens(group, group)),
];

const search = (query: string) =>
  readJson(adminApi.find.$get({ query: { words: query } } as object));

async function find(query: string): Promise<PaletteGroup[]> {
  const found = await search(query);
  const { orders, clients } = found;
  return [
    {
      heading: 'Clients',
      choices: clients.flatMap(({ _id, name, email, company, orders: count, latestOrder }) => [
        {
          ...{ id: _id, label: name, icon: UserRound },
          note: [company, pluralize(count, 'order'), email].filter(Boolean).join(', '),
          run: () => goToItem('client', _id),
        },
        ...(latestOrder
          ? [
              {
                ...{ id: `${_id}-chat`, label: `Write to ${name}`, icon: MessageSquare },
                note: `about #${orderNumber(latestOrder)}, ${email}`,
                run: () => void openConversationForOrder(latestOrder),
              },
            ]
          : []),
      ]),
    },
    {
      heading: query ? 'Orders' : 'Orders that changed last',
      choices: orders.map(({ _id, buyer, title, orderStatus }) => ({
        ...{ id: _id, label: `#${orderNumber(_id)} ${buyer}`, icon: Package },
        note: `${title}, ${orderStatus}`,
        run: () => goToItem('order', _id),
      })),
    },
    ...CONTENT_KINDS.map(({ one, many, label, icon }) => ({
      heading: query ? label : `${label} edited last`,
      choices: found[many].map(({ _id, title, status }) => ({
        ...{ id: _id, label: title, icon },
        note: STATUS_NAMES[status],
        run: () => goToItem(one, _id),
      })),
    })),
  ].filter(({ choices }) => choices.length > 0);
}

/** Search for orders, clients, gigs and projects, together with the commands of the dashboard. */
export const AdminPalette = ({ close }: { close: () => void }) => (
  <CommandPalette
    placeholder="Order, client, gig, or what to do"
    fixed={commands()}
    find={find}
    close={close}
  />
);

/** A search result or a command. */
interface PaletteChoice {
  id: string;
  label: string;
  /** A text that distinguishes choices with the same label. */
  note?: string;
  /** Other words that find it. */
  words?: string | undefined;
  icon: ComponentType<{ 'aria-hidden'?: 'true' }>;
  run: () => void;
}

interface PaletteGroup {
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
function CommandPalette({ placeholder, fixed, find, close }: Props) {
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
            <Command.Item className="menu-item" value="again" onSelect={retry}>
              Try again
            </Command.Item>
          )}
          {shown.map(({ heading, choices }) => (
            <Command.Group key={heading} heading={heading}>
              {choices.map(({ id, label, note, icon: Icon, run }) => (
                <Command.Item className="menu-item" key={id} value={id} onSelect={closeAndRun(run)}>
                  <Icon aria-hidden="true" />
                  <span className="truncate">{label}</span>
                  {note && <span className="truncate text-13">{note}</span>}
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

/** The choices in whose label, note or words all words of the search begin one. */
function matching(groups: PaletteGroup[], input: string): PaletteGroup[] {
  const searched = input.trim().toLowerCase().split(/\s+/).map(singular);
  return groups
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter(({ label, note = '', words = '' }) => {
        const found = ` ${label} ${note} ${words}`.toLowerCase();
        return searched.every((word) => found.includes(` ${word}`) || found.includes(`#${word}`));
      }),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** People write refunds for refund. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);
