import { useStore } from '@nanostores/react';
import { Download, HardDriveDownload } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';
import { adminApi, downloadConfirmed, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const fetchBackups = () => readJson(adminApi.backups.$get());

type BackupList = Awaited<ReturnType<typeof fetchBackups>>;
/** The daily backups, which are in their own folder; null when none are scheduled. */
type ScheduledBackups = BackupList['scheduled'];

const $isMaking = atom(false);

const $backups = remote(fetchBackups);

/** Makes a backup and returns its name; null when that failed. */
async function makeBackup(): Promise<string | null> {
  $isMaking.set(true);
  let name: string | null = null;
  await runAdminAction(async () => {
    const response = await readJson(adminApi.backups.$post());
    $backups.set({ state: 'loaded', value: response });
    name = response.backups[0]?.name ?? null;
    return { message: `Backup made: ${response.message}` };
  });
  $isMaking.set(false);
  return name;
}

const downloadBackup = (name: string): Promise<void> =>
  downloadConfirmed(`/api/v1/desk/backups/${name}`, name);

/** Makes a backup and downloads it. */
export async function makeAndDownloadBackup(): Promise<void> {
  const name = await makeBackup();
  if (name) await downloadBackup(name);
}

const MB = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

export function Backups() {
  const backups = useStore($backups);
  const isMaking = useStore($isMaking);
  useEffect(() => void $backups.load(), []);
  return (
    <ScreenLayout
      title="Backups"
      note="A backup is the whole database in one file: people, orders, payments, messages, gigs and pictures. Each is opened and checked before it counts. Keep it where nobody else can read it."
      actions={
        <Button
          variant="solid"
          icon={HardDriveDownload}
          disabled={isMaking}
          onClick={() => void makeBackup()}
        >
          {isMaking ? 'Making…' : 'Make a backup'}
        </Button>
      }
    >
      <div className="stack">
        <LoadedContent loaded={backups} retry={$backups.load}>
          {({ backups: list, scheduled }) => (
            <>
              <Scheduled scheduled={scheduled} />
              {list.length === 0 ? (
                <EmptyState icon={HardDriveDownload} title="No backup made by hand yet">
                  <p>Make one now and download it. The last five are kept here.</p>
                </EmptyState>
              ) : (
                <List label="Backups made by hand">
                  {list.map(({ name, bytes, madeAt }) => (
                    <ListRow
                      key={name}
                      icon={HardDriveDownload}
                      title={timeAgo(madeAt)}
                      text={<span className="text-13 mono">{name}</span>}
                      aside={megabytes(bytes)}
                    >
                      <Button small icon={Download} onClick={() => void downloadBackup(name)}>
                        Download
                      </Button>
                    </ListRow>
                  ))}
                </List>
              )}
            </>
          )}
        </LoadedContent>
        <p className="text-13">
          To bring one back: stop the app, then{' '}
          <code className="mono">npm run restore file.db</code>. For an encrypted one set{' '}
          <code className="mono">BACKUP_KEY</code> first.
        </p>
      </div>
    </ScreenLayout>
  );
}

function Scheduled({ scheduled }: { scheduled: ScheduledBackups }) {
  if (!scheduled) {
    return (
      <p className="notice">
        Automatic backups are off. Set <code className="mono">BACKUP_DIR</code> and{' '}
        <code className="mono">BACKUP_KEY</code> for an encrypted one every day.
      </p>
    );
  }
  const { lastGoodAt, bytes, failure, isLate, isThere } = scheduled;
  const isGone = lastGoodAt !== null && !isThere;
  const isWrong = isLate || isGone || failure !== null;
  return (
    <p className={`notice ${isWrong ? 'notice--red' : ''}`}>
      {lastGoodAt
        ? `The last encrypted backup was made ${timeAgo(lastGoodAt)}, ${megabytes(bytes)}, and was restored to check it.`
        : 'No encrypted backup was made yet.'}
      {isGone && ' It is no longer in its folder.'}
      {failure !== null && ` The last attempt failed: ${failure}`}
    </p>
  );
}
