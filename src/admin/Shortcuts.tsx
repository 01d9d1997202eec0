import type { ReactNode } from 'react';
import { DefinitionList } from '../components/DefinitionList.tsx';
import { Modal } from '../components/Modal.tsx';
import { $isAssistant, $screens } from './permissions.ts';

const SEARCH: [string, string[]] = ['Search and commands', ['Ctrl', 'K']];

const columns = (): [name: string, rows: [string, string[]][]][][] => [
  [
    [
      'Everywhere',
      [
        ...($isAssistant.get() ? [] : [SEARCH]),
        ['This list', ['?']],
        ...$screens
          .get()
          .map(({ label, key }): [string, string[]] => [label, ['G', key.toUpperCase()]]),
      ],
    ],
  ],
  [
    [
      'Inbox',
      [
        ['Next conversation', ['J']],
        ['Conversation before', ['K']],
        ['Open it', ['Enter']],
        ['Reply', ['R']],
        ['No answer needed', ['E']],
        ['Back to the list', ['Esc']],
      ],
    ],
    ['Editors', [['Save', ['Ctrl', 'S']]]],
  ],
];

/** Every keyboard shortcut of the dashboard. */
export const Shortcuts = ({ close }: { close: () => void }) => (
  <Modal title="Keyboard shortcuts" onClose={close}>
    <div className="two-columns">
      {columns().map((groups) => (
        <div className="stack stack--large" key={groups[0]?.[0]}>
          {groups.map(([name, rows]) => (
            <section key={name} className="stack stack--small" aria-label={name}>
              <h3 className="text-13">{name}</h3>
              <DefinitionList
                rows={rows.map(([action, keys]): [string, ReactNode] => [
                  action,
                  keys.map((key) => (
                    <kbd className="tag" key={key}>
                      {key}
                    </kbd>
                  )),
                ])}
              />
            </section>
          ))}
        </div>
      ))}
    </div>
  </Modal>
);
