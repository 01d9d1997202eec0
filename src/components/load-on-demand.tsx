import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { PART_FAILED } from '../lib/part-failed.ts';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

interface Options<P> {
  /** Shown while the code is loaded. */
  fallback?: () => ReactNode;
  /** For a part that is a dialog: closes it. Its failure is shown in a dialog, too. */
  close?: (props: P) => void;
}

interface Part<P> extends Options<P> {
  load: () => Promise<ComponentType<P>>;
  Loaded?: ComponentType<P>;
}

/**
 * A part of a screen whose code is loaded when it is shown. When that fails it says so in its own place and can be tried
 * again; with `React.lazy` the screen would be empty, and every later attempt would fail.
 */
export function loadOnDemand<P extends object>(
  load: Part<P>['load'],
  options: Options<P> = {},
): ComponentType<P> {
  const part: Part<P> = { load, ...options };
  return (props: P) => <OnDemand part={part} given={props} />;
}

function OnDemand<P extends object>({ part, given }: { part: Part<P>; given: P }) {
  const { Loaded, fallback, close } = part;
  const [, setLoaded] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    if (part.Loaded) return;
    let isShown = true;
    const done = (loaded: ComponentType<P>) => {
      part.Loaded = loaded;
      if (isShown) setLoaded(true);
    };
    part.load().then(done, () => isShown && setFailed(attempt));
    return () => {
      isShown = false;
    };
  }, [part, attempt]);
  if (Loaded) return <Loaded {...given} />;
  if (!failed) return fallback?.();
  const failure = (
    <div className="stack stack--small" role="alert">
      <p>{PART_FAILED}</p>
      <p className="row">
        <Button disabled={failed < attempt} onClick={() => setAttempt(failed + 1)}>
          Try again
        </Button>
        {failed > 1 && (
          <Button variant="quiet" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </p>
    </div>
  );
  if (!close) return failure;
  return (
    <Modal title="Not loaded" onClose={() => part.Loaded || close(given)}>
      {failure}
    </Modal>
  );
}
