import './publish.css';
import { useStore } from '@nanostores/react';
import { Rocket } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { pluralize } from '../../lib/format.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { AutomaticSwitch } from './AutomaticSwitch.tsx';
import { Changes } from './Changes.tsx';
import { Progress } from './Progress.tsx';
import {
  $changes,
  $isRequesting,
  $shop,
  $status,
  loadChanges,
  publishNow,
  watchPublish,
} from './publish-store.ts';
import { Releases } from './Releases.tsx';
import { ShopState } from './ShopState.tsx';

export function Publish() {
  const status = useStore($status);
  const changes = useStore($changes);
  const isRequesting = useStore($isRequesting);
  const shop = useStore($shop);
  useEffect(watchPublish, []);
  const isRunning = isRequesting || (status.state === 'loaded' && status.value.running);
  return (
    <ScreenLayout
      title="Publishing"
      note={
        <>
          Visitors read a finished copy of the site. Publishing makes a new one and switches to it
          in one step.{' '}
          {status.state === 'loaded' && status.value.estimateMs !== null && (
            <span>
              It takes about {pluralize(Math.ceil(status.value.estimateMs / 1000), 'second')}.
            </span>
          )}
        </>
      }
      actions={
        <Button
          variant={shop.state === 'loaded' && !shop.value.open ? undefined : 'solid'}
          icon={Rocket}
          disabled={isRunning}
          onClick={() => void publishNow()}
        >
          {isRunning ? 'Publishing…' : 'Publish now'}
        </Button>
      }
    >
      <LoadedContent loaded={status} retry={watchPublish}>
        {(value) => (
          <div className="stack stack--large">
            <ShopState />
            <AutomaticSwitch isOn={value.automatic} />
            {value.latest && <Progress latest={value.latest} uploads={value.uploads} />}
            <section className="stack stack--medium" aria-labelledby="changes-title">
              <h2 id="changes-title">Changed since the last publish</h2>
              <LoadedContent loaded={changes} retry={loadChanges}>
                {(list) => <Changes changes={list} />}
              </LoadedContent>
            </section>
            <section className="stack stack--medium" aria-labelledby="releases-title">
              <h2 id="releases-title">Releases</h2>
              <Releases releases={value.releases} disabled={isRunning} />
            </section>
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}
