import { Command } from 'cmdk';
import { useEffect, useRef } from 'react';
import { PLACES } from './places.ts';
import { goTo } from './router.ts';

/** Go anywhere by typing a few letters of it. */
export function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const run = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <dialog className="dialog palette" ref={dialog} onClose={close} aria-label="Go to">
      <Command label="Go to" loop>
        <Command.Input autoFocus placeholder="Where to?" />
        <Command.List>
          <Command.Empty>Nothing of that name.</Command.Empty>
          <Command.Group heading="Go to">
            {PLACES.map(({ route, label, icon: Icon }) => (
              <Command.Item key={route} value={label} onSelect={run(() => goTo(route))}>
                <Icon aria-hidden="true" /> {label}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </dialog>
  );
}
