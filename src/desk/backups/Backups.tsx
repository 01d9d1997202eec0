import { useStore } from '@nanostores/react';
import { Download, HardDriveDownload } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { api, read } from '../../lib/api.ts';
import { ago } from '../../lib/format.ts';
import { attempt, load, loaded } from '../loaded.ts';
import { Screen, Shown } from '../Screen.tsx';

interface Backup {
  name: string;
  bytes: number;
  madeAt: string;
}

const $backups = loaded<Backup[]>();
const $making = atom(false);
const MB = 1_000_000;

const loadBackups = () => load($backups, async () => (await read(api.desk.backups.$get())).backups);

async function make(): Promise<void> {
  $making.set(true);
  await attempt(async () => {
    const answer = await read(api.desk.backups.$post());
    $backups.set({ state: 'here', value: answer.backups });
    return { message: `Backup made: ${answer.message}` };
  });
  $making.set(false);
}

export function Backups() {
  const backups = useStore($backups);
  const making = useStore($making);
  useEffect(() => void loadBackups(), []);
  return (
    <Screen
      title="Backups"
      note="A backup is the whole database in one file: people, orders, payments, messages, gigs and pictures. Each is opened and checked before it counts. Keep it where nobody else can read it."
      actions={
        <button
          className="button button--solid"
          type="button"
          disabled={making}
          onClick={() => void make()}
        >
          <HardDriveDownload aria-hidden="true" /> {making ? 'Making…' : 'Make a backup'}
        </button>
      }
    >
      <Shown from={backups} retry={() => void loadBackups()}>
        {(list) =>
          list.length === 0 ? (
            <div className="empty">
              <h2>No backup yet</h2>
              <p>Make one now, and take it along. The last five stay here.</p>
            </div>
          ) : (
            <ul className="sheet lines">
              {list.map(({ name, bytes, madeAt }) => (
                <li key={name}>
                  <span className="lines__main">
                    <strong>{ago(madeAt)}</strong>
                    <span className="fine mono">{name}</span>
                  </span>
                  <span className="fine">{(bytes / MB).toFixed(1)} MB</span>
                  <a
                    className="button button--small"
                    href={`/api/v1/desk/backups/${name}`}
                    download
                  >
                    <Download aria-hidden="true" /> Download
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <p className="fine">
        To bring one back: stop the shop, then <code className="mono">npm run restore file.db</code>
        .
      </p>
    </Screen>
  );
}
