import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { ToolButton } from './ToolButton.tsx';

interface Props<T extends object> {
  /** The path of the list, as the server names it in an error. */
  name: string;
  value: readonly T[];
  onChange: (list: T[]) => void;
  blank: T;
  max: number;
  /** What one entry is called on screen, such as 'extra'. */
  itemName: string;
  className?: string | undefined;
  /** Renders the inputs of one entry. */
  children: (entry: { body: T; change: (more: Partial<T>) => void; path: string }) => ReactNode;
}

/** Entries that can be added, moved and removed; each button's label names its entry. */
export function RepeatableRows<T extends object>({
  name,
  value: items,
  onChange,
  blank,
  max,
  itemName,
  className,
  children,
}: Props<T>) {
  return (
    <>
      <ol className={`repeatable-rows stack ${className ?? ''}`}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity before they are saved.
          <li className="inner-card" key={at}>
            {children({
              body: item,
              change: (more) => onChange(items.with(at, { ...item, ...more })),
              path: `${name}.${at}.`,
            })}
            <p className="row">
              <MoveButtons
                list={items}
                at={at}
                name={`${itemName} ${at + 1}`}
                onChange={onChange}
              />
              <ToolButton
                label={`Remove ${itemName} ${at + 1}`}
                onClick={() => onChange(items.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden="true" />
              </ToolButton>
            </p>
          </li>
        ))}
      </ol>
      <Button
        small
        icon={Plus}
        disabled={items.length >= max}
        onClick={() => onChange([...items, blank])}
      >
        Add {/^[aeiou]/.test(itemName) ? 'an' : 'a'} {itemName}
      </Button>
    </>
  );
}
