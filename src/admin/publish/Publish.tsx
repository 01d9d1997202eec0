import './publish.css';
import { useStore } from '@nanostores/react';
import { Rocket } from 'lucide-react';
import { useEffect } from 'react';
import { Screen, Shown } from '../Screen.tsx';
import { Changes } from './Changes.tsx';
import { Progress } from './Progress.tsx';
import { Releases } from './Releases.tsx';
import { $asking, $changes, $status, loadChanges, publishNow, watchPublish } from './stores.ts';

export function Publish() {
  const status = useStore($status);
  const changes = useStore($changes);
  const asking = useStore($asking);
  useEffect(watchPublish, []);
  const running = asking || (status.state === 'loaded' && status.value.running);
  return (
    <Screen
      title="Publish"
      note="Visitors read a finished copy of the shop. Publishing makes a new one and switches to it in one step."
      actions={
        <button
          className="button button--solid"
          type="button"
          disabled={running}
          onClick={() => void publishNow()}
        >
          <Rocket aria-hidden="true" /> {running ? 'Publishing…' : 'Publish now'}
        </button>
      }
    >
      <Shown from={status} retry={() => void watchPublish()}>
        {(value) => (
          <div className="publish">
            {value.latest && <Progress latest={value.latest} uploads={value.uploads} />}
            <section className="sheet sheet--pad" aria-labelledby="changes-title">
              <h2 id="changes-title">Changed since the last publish</h2>
              <Shown from={changes} retry={() => void loadChanges()}>
                {(list) => <Changes changes={list} />}
              </Shown>
            </section>
            <section className="sheet sheet--pad" aria-labelledby="releases-title">
              <h2 id="releases-title">Releases</h2>
              <Releases releases={value.releases} disabled={running} />
            </section>
          </div>
        )}
      </Shown>
    </Screen>
  );
}
