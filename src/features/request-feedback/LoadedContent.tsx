import { useStore } from '@nanostores/react';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import type { AsyncState } from '../../lib/async-store.ts';
import type { Remote } from './remote.ts';

const FAILED = 'This could not be loaded';

interface Props<T> {
  loaded: AsyncState<T>;
  retry: () => unknown;
  children: (value: T) => ReactNode;
  /** Shown while loading; by default three rows. */
  skeleton?: ReactNode;
  /** The heading of the error; null when the error is shown in one line. */
  failedTitle?: string | null;
  /** The element around the skeleton and the error, when the content has its own heading. */
  frame?: (content: ReactNode) => ReactNode;
}

/** A skeleton while loading, an error with a retry button, or the loaded content. */
export function LoadedContent<T>({
  loaded,
  retry,
  children,
  skeleton = <SkeletonRows />,
  failedTitle = FAILED,
  frame = (content) => content,
}: Props<T>) {
  if (loaded.state === 'loaded') return children(loaded.value);
  if (loaded.state === 'loading') return frame(skeleton);
  if (failedTitle === null) {
    return (
      <p className="row" role="alert">
        {loaded.message}{' '}
        <Button small onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  }
  return frame(<LoadingFailed title={failedTitle} message={loaded.message} retry={retry} />);
}

interface StoreProps<T> extends Omit<Props<T>, 'loaded' | 'retry'> {
  store: Remote<T>;
}

/** The content of a store, which is loaded when this is shown. */
export function Loaded<T>({ store, ...content }: StoreProps<T>) {
  const loaded = useStore(store);
  useEffect(() => void store.load(), [store]);
  return <LoadedContent loaded={loaded} retry={store.load} {...content} />;
}

interface FailedProps {
  title?: string;
  message: string;
  retry: () => unknown;
}

/** Shows why loading failed, with a button to retry. */
export const LoadingFailed = ({ title = FAILED, message, retry }: FailedProps) => (
  <EmptyState icon={CloudOff} title={title} retry={retry}>
    <p>{message}</p>
  </EmptyState>
);
