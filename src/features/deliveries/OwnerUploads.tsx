import { useStore } from '@nanostores/react';
import { Paperclip, RotateCw, X } from 'lucide-react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { ToolButton } from '../../admin/edit/ToolButton.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { fileSize } from '../chat/MessageContent.tsx';
import {
  $chosenFiles,
  type ChosenFile,
  cancelUpload,
  giveUp,
  isOnItsWay,
  keyOf,
  pathOf,
  tryAgain,
} from './owner-uploads.ts';

const percent = (part: number, whole: number): number => Math.floor((100 * part) / whole);
const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The files on their way to the next delivery: chosen here, or begun elsewhere and not whole. */
export function OwnerUploads({ order: { _id: id, uploads } }: { order: AdminOrderDto }) {
  const chosen = useStore($chosenFiles).filter(({ orderId }) => orderId === id);
  const begun = uploads.filter((each) => !chosen.some(({ key }) => key === keyOf(id, each)));
  const shown = chosen.filter(({ state }) => state !== 'uploaded');
  if (shown.length + begun.length === 0) return null;
  return (
    <>
      {chosen.some(isOnItsWay) && (
        <Progress of={chosen.filter((each) => each.state !== 'failed')} />
      )}
      <List isPlain label="Files on their way">
        {shown.map((each) => (
          <ListRow key={each.key} icon={Paperclip} title={each.file.name} note={noteOf(each)}>
            {each.state === 'failed' && (
              <ToolButton label={`Try ${each.file.name} again`} onClick={() => tryAgain(each.key)}>
                <RotateCw aria-hidden="true" />
              </ToolButton>
            )}
            <ToolButton label={`Cancel ${each.file.name}`} onClick={() => void cancelUpload(each)}>
              <X aria-hidden="true" />
            </ToolButton>
          </ListRow>
        ))}
        {begun.map(({ _id, name, size, received }) => (
          <ListRow
            key={_id}
            icon={Paperclip}
            title={name}
            text={`${percent(received, size)} % of ${fileSize(size)} are here. Choose the file again to go on.`}
          >
            <ToolButton
              label={`Remove ${name}`}
              onClick={() => void giveUp(id, `${pathOf(id)}/${_id}`)}
            >
              <X aria-hidden="true" />
            </ToolButton>
          </ListRow>
        ))}
      </List>
    </>
  );
}

function Progress({ of }: { of: ChosenFile[] }) {
  const done = of.filter(({ state }) => state === 'uploaded').length;
  const sent = percent(sum(of.map((each) => each.sent)), sum(of.map(({ file }) => file.size)));
  const label = `Uploading ${done + 1} of ${of.length}`;
  return (
    <div>
      <p className="text-15">{`${label} · ${sent} %`}</p>
      <progress className="upload-progress" max={100} value={sent} aria-label={label} />
    </div>
  );
}

function noteOf({ state, sent, file, problem }: ChosenFile): string {
  if (state === 'failed') return problem ?? '';
  if (state === 'waiting') return `Waits · ${fileSize(file.size)}`;
  return `${percent(sent, file.size)} % of ${fileSize(file.size)}`;
}
