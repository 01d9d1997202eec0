import './deliveries.css';
import { Download, File } from 'lucide-react';
import { useState } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { List, ListRow } from '../../components/List.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { timeAgo } from '../../lib/format.ts';
import { fileSize, LinkedText } from '../chat/MessageContent.tsx';

type DeliveryDto = BuyerOrderDto['deliveries'][number];
type FileDto = DeliveryDto['files'][number];

interface Props {
  deliveries: DeliveryDto[];
  /** Where files and pictures of files are read, for this side. */
  address: string;
  /** Only previews are shown; downloads answer with the part to pay. */
  isClosed: boolean;
  /** The address of everything in one file, once it is accepted. */
  pack?: string | undefined;
}

/** What the owner delivered: the versions beside each other, the newest open. */
export function Deliveries({ deliveries, address, isClosed, pack }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = deliveries.find(({ number }) => number === chosen) ?? deliveries.at(-1);
  if (!shown) return null;
  return (
    <section className="card card--padded stack stack--medium" aria-labelledby="delivered">
      <div className="row space-between">
        <h2 id="delivered">Delivered</h2>
        {deliveries.length > 1 && (
          <SegmentedControl
            label="Versions"
            options={deliveries.map(({ number }) => number)}
            value={shown.number}
            onChange={setChosen}
          >
            {(number) => `Version ${number}`}
          </SegmentedControl>
        )}
      </div>
      <Version key={shown._id} {...{ delivery: shown, address, isClosed }} />
      {pack && (
        <p className="row">
          <a className="button" href={pack} download>
            <Download aria-hidden="true" /> Download everything
          </a>
        </p>
      )}
    </section>
  );
}

interface VersionProps extends Pick<Props, 'address' | 'isClosed'> {
  delivery: DeliveryDto;
}

function Version({ delivery, address, isClosed }: VersionProps) {
  const [viewed, setViewed] = useState<FileDto | null>(null);
  const { files } = delivery;
  return (
    <>
      <p className="text-13">{timeAgo(delivery.createdAt)}</p>
      <p className="written-text" dir="auto">
        <LinkedText text={delivery.message} />
      </p>
      {isClosed && files.length > 0 && (
        <p className="notice">
          Until the part due on delivery is paid there are previews. Then the files open.
        </p>
      )}
      {files.some(({ picture }) => picture) && (
        <ul className="card-grid" aria-label="Pictures">
          {files.map(
            (file) =>
              file.picture && (
                <li key={file._id}>
                  <button
                    type="button"
                    aria-label={`View ${file.name}`}
                    onClick={() => setViewed(file)}
                  >
                    <FilePicture {...{ file, address }} look="framed delivered-picture" />
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
      {files.length > 0 && (
        <List isPlain label="Files">
          {files.map(({ _id, name, size }) => (
            <ListRow key={_id} icon={File} title={name} note={fileSize(size)}>
              {!isClosed && (
                <a
                  className="button button--small"
                  href={`${address}/file/${_id}`}
                  // With a name: the dashboard's router follows a link without one.
                  download={name}
                  aria-label={`Download ${name}`}
                >
                  <Download aria-hidden="true" /> Download
                </a>
              )}
            </ListRow>
          ))}
        </List>
      )}
      {viewed && (
        <Modal title={viewed.name} kind="drawer" onClose={() => setViewed(null)}>
          <FilePicture {...{ file: viewed, address }} look="viewed-picture" />
        </Modal>
      )}
    </>
  );
}

interface PictureProps {
  file: FileDto;
  address: string;
  look: string;
}

const FilePicture = ({ file, address, look }: PictureProps) => (
  <img
    className={look}
    src={`${address}/picture/${file._id}`}
    alt={file.name}
    width={file.picture?.width}
    height={file.picture?.height}
    loading="lazy"
    decoding="async"
  />
);
