import { useStore } from '@nanostores/react';
import { Rocket } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { $isRequesting, $status, publishNow, watchPublish } from './publish-store.ts';

/** Publishes the site without leaving the screen, and says when visitors see it. */
export function PublishButton({ disabled }: { disabled: boolean }) {
  const status = useStore($status);
  const isRequesting = useStore($isRequesting);
  useEffect(watchPublish, []);
  const latest = status.state === 'loaded' ? status.value.latest : null;
  const isRunning = isRequesting || (status.state === 'loaded' && status.value.running);
  return (
    <>
      <Button
        icon={Rocket}
        disabled={disabled || isRunning}
        title={disabled ? 'Save first' : undefined}
        onClick={() => void publishNow()}
      >
        {isRunning ? 'Publishing…' : 'Publish the site'}
      </Button>
      {!isRunning && latest?.failure && (
        <span className="text-15" role="alert">
          The last publish failed.
        </span>
      )}
    </>
  );
}
