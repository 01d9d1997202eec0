import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

/** The list with one entry moved by a step. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const next = [...list];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(from + by, 0, taken);
  return next;
}

interface Props<T> {
  of: readonly T[];
  set: (list: T[]) => void;
  blank: T;
  most: number;
  /** What one is called: 'extra'. */
  noun: string;
  className?: string;
  children: (item: T, change: (more: Partial<T>) => void, at: number) => ReactNode;
}

/** Entries that can be added, moved and taken away; every button says which one it is about. */
export function Rows<T extends object>({
  of,
  set,
  blank,
  most,
  noun,
  className,
  children,
}: Props<T>) {
  return (
    <>
      <ol className={`rows ${className ?? ''}`}>
        {of.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity before they are saved.
          <li className="row-card" key={at}>
            {children(
              item,
              (more) => set(of.map((each, index) => (index === at ? { ...each, ...more } : each))),
              at,
            )}
            <p className="rows__tools">
              <Tool
                label={`Move ${noun} ${at + 1} up`}
                disabled={at === 0}
                act={() => set(moved(of, at, -1))}
              >
                <ArrowUp aria-hidden="true" />
              </Tool>
              <Tool
                label={`Move ${noun} ${at + 1} down`}
                disabled={at === of.length - 1}
                act={() => set(moved(of, at, 1))}
              >
                <ArrowDown aria-hidden="true" />
              </Tool>
              <Tool
                label={`Remove ${noun} ${at + 1}`}
                act={() => set(of.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden="true" />
              </Tool>
            </p>
          </li>
        ))}
      </ol>
      <button
        className="button button--small"
        type="button"
        disabled={of.length >= most}
        onClick={() => set([...of, blank])}
      >
        <Plus aria-hidden="true" /> Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
      </button>
    </>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  act: () => void;
  children: ReactNode;
}

export const Tool = ({ label, disabled, act, children }: ToolProps) => (
  <button
    className="button button--quiet button--small tool"
    type="button"
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={act}
  >
    {children}
  </button>
);
