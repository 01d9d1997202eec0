import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Empty } from '../components/Empty.tsx';
import type { Loaded } from '../lib/loaded.ts';

interface Props {
  title: string;
  /** What can be done here. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** One screen of the desk: its name, its actions, its content. */
export function Screen({ title, actions, note, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Desk`;
  }, [title]);
  return (
    <>
      <header className="screen-head">
        <div>
          <h1>{title}</h1>
          {note && <p className="muted small">{note}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface ShownProps<T> {
  from: Loaded<T>;
  retry: () => void;
  children: (value: T) => ReactNode;
}

/** Skeletons, a refusal with a way to try again, or the thing itself. */
export function Shown<T>({ from, retry, children }: ShownProps<T>) {
  if (from.state === 'loaded') return children(from.value);
  if (from.state === 'failed') {
    return (
      <Empty alert icon={CloudOff} title="This could not be loaded">
        <p>{from.message}</p>
        <button className="button" type="button" onClick={retry}>
          Try again
        </button>
      </Empty>
    );
  }
  return (
    <div className="stack" role="status" aria-label="Loading">
      {[1, 2, 3].map((at) => (
        <div className="skeleton skeleton--row" key={at} aria-hidden="true" />
      ))}
    </div>
  );
}
