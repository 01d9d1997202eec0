import { useStore } from '@nanostores/react';
import { Download, HardDriveDownload, KeyRound } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { Modal } from '../../components/Modal.tsx';
import { Folded } from '../../features/orders/Folded.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';
import { adminApi, downloadConfirmed, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const fetchBackups = () => readJson(adminApi.backups.$get());

type BackupList = Awaited<ReturnType<typeof fetchBackups>>;
type ScheduledBackups = NonNullable<BackupList['scheduled']>;

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
      note="A backup is the whole database in one file: people, orders, payments, messages and gigs. Each is opened and checked before it counts. Pictures and the files of orders are not in it and not downloaded: the daily backup copies each once, beside the backups on the server or to where copies are sent. Keep it where nobody else can read it."
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
          {({ backups: list, scheduled, key }) => (
            <>
              {scheduled && <Scheduled scheduled={scheduled} />}
              {list.length === 0 ? (
                <EmptyState icon={HardDriveDownload} title="No backup is kept here yet">
                  <p>Make one now and download it. The last five made by hand are kept.</p>
                </EmptyState>
              ) : (
                <List label="Backups that are kept here">
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
              {scheduled && <KeyForCopies copyKey={key} />}
              <ForTheServer failure={scheduled?.failure ?? null} />
            </>
          )}
        </LoadedContent>
      </div>
    </ScreenLayout>
  );
}

function Scheduled({ scheduled }: { scheduled: ScheduledBackups }) {
  const { lastGoodAt, bytes, failure, short, lacking, isLate, isThere, isElsewhere } = scheduled;
  const isGone = lastGoodAt !== null && !isThere;
  const isWrong =
    (isLate && (isElsewhere || lastGoodAt)) || isGone || short || lacking || failure !== null;
  return (
    <p className={`notice ${isWrong ? 'notice--red' : ''}`}>
      {lastGoodAt
        ? `The last daily backup was made ${timeAgo(lastGoodAt)}, ${megabytes(bytes)}, and was opened to check it.`
        : 'A backup is made every day, the first within an hour of the start.'}
      {isGone && ' It is no longer in its folder.'}
      {short &&
        ` Only ${short.kept} of ${short.wanted} are kept, because the disk has no room for more.`}
      {lacking &&
        ` It lacks ${lacking.count} files, ${lacking.isNoRoom ? 'because the disk has no room for them' : 'which are missing or damaged: see Doctor'}.`}
      {failure !== null && ' The last attempt failed.'}
      {!isElsewhere &&
        ' It lies on the machine of the shop: download one now and then, or have copies sent elsewhere.'}
    </p>
  );
}

const KEY_FILE = 'backup-key.txt';

/** The key pair that encrypts copies on other machines. The private half is shown once. */
export function KeyForCopies({ copyKey }: { copyKey: BackupList['key'] }) {
  const [made, show] = useState<string | null>(null);
  const [isAsking, ask] = useState(false);
  const { publicHalf, madeAt, version, isSetOnServer } = copyKey;
  const make = () =>
    runAdminAction(async () => {
      ask(false);
      const { key } = await readJson(adminApi.backups.key.$post({ json: { version } }));
      show(key);
      return { message: 'The key is made. Keep it before you close.' };
    });
  return (
    <section className="card card--padded stack" aria-labelledby="copy-key">
      <h2 id="copy-key">A key for copies elsewhere</h2>
      <p className="text-15">
        {isSetOnServer
          ? 'The server sets the key with BACKUP_KEY, which comes first.'
          : 'Copies on other machines are encrypted, so that nobody there can read them. The key that opens them is shown to you once and is not kept here.'}
      </p>
      {publicHalf && madeAt && !isSetOnServer && (
        <p className="text-13">
          Made {timeAgo(madeAt)}. Its public half, which opens nothing:{' '}
          <span className="mono written-text">{publicHalf}</span>
        </p>
      )}
      {!isSetOnServer && (
        <p className="row">
          <Button icon={KeyRound} onClick={() => (publicHalf ? ask(true) : void make())}>
            {publicHalf ? 'Replace the key…' : 'Make a key'}
          </Button>
        </p>
      )}
      {isAsking && (
        <ConfirmModal
          title="Replace the key?"
          confirmLabel="Replace the key"
          cancelLabel="Keep the old one"
          onConfirm={make}
          onClose={() => ask(false)}
        >
          New copies need the new key. Keep the old one as well: copies made before are opened by it
          alone.
        </ConfirmModal>
      )}
      {made && (
        <ShownKey
          made={made}
          close={() => {
            show(null);
            void $backups.load();
          }}
        />
      )}
    </section>
  );
}

export function ShownKey({ made, close }: { made: string; close: () => void }) {
  return (
    <Modal title="Keep this key" onClose={close}>
      <div className="stack">
        <p>
          It is shown this once. Keep it on paper or in a password manager, not on this machine:
          without it nobody can open the copies.
        </p>
        <p className="mono written-text">{made}</p>
        <p className="row">
          <a
            className="button button--solid"
            href={`data:text/plain,${encodeURIComponent(`${made}\n`)}`}
            download={KEY_FILE}
          >
            <Download size={18} aria-hidden="true" />
            Download
          </a>
          <Button onClick={close}>I have kept it</Button>
        </p>
      </div>
    </Modal>
  );
}

const ForTheServer = ({ failure }: { failure: string | null }) => (
  <Folded title="For whoever runs the server">
    {failure !== null && <p className="text-15">The last attempt failed: {failure}</p>}
    <p className="text-15">
      <code className="mono">BACKUP_DIR</code> names a folder on another disk for the daily backups,
      and <code className="mono">BACKUP_S3_URL</code> a bucket for a copy of each.
    </p>
    <p className="text-15">
      To bring one back: stop the app, then <code className="mono">npm run restore file.db</code>,
      with <code className="mono">shop-files</code> beside it. For an encrypted one set{' '}
      <code className="mono">BACKUP_KEY</code> to the key first.
    </p>
  </Folded>
);
