import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../components/Button.tsx';
import { Empty } from '../components/Empty.tsx';
import type { Loaded } from '../lib/loaded.ts';
import { RowsSkeleton } from './ScreenSkeleton.tsx';

interface Props {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** One screen of the dashboard: title, actions, content. */
export function Screen({ title, actions, note, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Dashboard`;
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

interface LoadedContentProps<T> {
  loaded: Loaded<T>;
  retry: () => void;
  children: (value: T) => ReactNode;
}

/** Skeletons while loading, an error with a retry button, or the loaded content. */
export function LoadedContent<T>({ loaded, retry, children }: LoadedContentProps<T>) {
  if (loaded.state === 'loaded') return children(loaded.value);
  if (loaded.state === 'failed') {
    return (
      <Empty alert icon={CloudOff} title="This could not be loaded">
        <p>{loaded.message}</p>
        <Button onClick={retry}>Try again</Button>
      </Empty>
    );
  }
  return <RowsSkeleton />;
}
