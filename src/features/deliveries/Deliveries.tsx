import './deliveries.css';
import { useStore } from '@nanostores/react';
import { Download, ExternalLink, File, Link } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { BeforeAfter } from '../../components/BeforeAfter.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { pluralize, timeAgo } from '../../lib/format.ts';
import { fileSize, LinkedText, NO_PREVIEW } from '../chat/MessageContent.tsx';
import {
  $viewedFile,
  endOf,
  type FileDto,
  filesToPointAt,
  isUndrawn,
  type Of,
} from './deliveries-store.ts';

type DeliveryDto = BuyerOrderDto['deliveries'][number];

interface ViewerProps {
  address: string;
  name: string;
  onPage: (page: number, content: ReactNode) => ReactNode;
}

/** What shows a kind of file once it is open, by the end of its name; its code is loaded with the first that is viewed. */
const VIEWERS = {
  pdf: {
    path: 'file',
    Viewer: loadOnDemand<ViewerProps>(async () => (await import('./PdfPages.tsx')).PdfPages),
  },
  zip: {
    path: 'archive',
    Viewer: loadOnDemand<ViewerProps>(
      async () => (await import('./ArchiveNames.tsx')).ArchiveNames,
    ),
  },
};

const viewerOf = (file: FileDto) => {
  const kind = endOf(file);
  return kind === 'pdf' || kind === 'zip' ? VIEWERS[kind] : undefined;
};

/** The picture that the owner added to a document is its first page for pins; its own follow. */
const firstPage = ({ picture }: FileDto): number => (picture ? 2 : 1);
const FileViewer = loadOnDemand(async () => (await import('./FileViewer.tsx')).FileViewer, {
  close: ({ onClose }) => onClose(),
});

interface Props {
  /** The side that looks. */
  of: Of;
  /** The name of the other side. */
  counterpart: string;
  /** Whether the order takes pins. */
  takesPins: boolean;
  deliveries: DeliveryDto[];
  /** Where files and pictures of files are read, for this side. */
  address: string;
  /** Only previews are shown; downloads answer with the part to pay. */
  isClosed: boolean;
  /** What opens the files, or all of them at once. */
  titleBlock?: ReactNode;
}

/** What the owner delivered: the versions beside each other, the newest open. */
export function Deliveries(props: Props) {
  const { deliveries, address, isClosed, titleBlock } = props;
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
      {titleBlock}
      <Version key={shown._id} {...{ delivery: shown, address, isClosed }} />
      <ViewedSheet {...props} />
    </section>
  );
}

/** The file that is looked at, among the sheets of its version and beside the same sheet of others. */
function ViewedSheet({ of, counterpart, takesPins, deliveries, address, isClosed }: Props) {
  const viewed = useStore($viewedFile);
  const delivery = deliveries.find(({ files }) => files.some(({ _id }) => _id === viewed));
  const file = delivery?.files.find(({ _id }) => _id === viewed);
  if (!delivery || !file) return null;
  const sheets = filesToPointAt(delivery.files, isClosed);
  const versions = sheets.includes(file)
    ? deliveries.flatMap(({ number, files }) => {
        const others = filesToPointAt(files, isClosed);
        const same = others.find(({ name }) => name === file.name) ?? others[sheets.indexOf(file)];
        return same ? [{ number, file: same }] : [];
      })
    : [];
  const [before, after] = versions.slice(-2).filter(({ file: { picture } }) => picture);
  return (
    <FileViewer
      {...{ of, file, counterpart, sheets, versions }}
      isOpen={takesPins}
      changes={deliveries}
      pageName={(page) =>
        endOf(file) === 'pdf' && page >= firstPage(file) ? `page ${page - firstPage(file) + 1}` : ''
      }
      onClose={() => $viewedFile.set(null)}
      actions={!isClosed && <OpenFile {...{ file, address }} />}
      both={
        before &&
        after && (
          <BeforeAfter
            before={<FilePicture {...{ address, isClosed }} file={before.file} />}
            after={<FilePicture {...{ address, isClosed }} file={after.file} />}
            names={[`v${before.number}`, `v${after.number}`]}
          />
        )
      }
    >
      {(onPage) => <Viewed {...{ file, address, isClosed, onPage }} />}
    </FileViewer>
  );
}

interface VersionProps extends Pick<Props, 'address' | 'isClosed'> {
  delivery: DeliveryDto;
}

function Version({ delivery, address, isClosed }: VersionProps) {
  const { files } = delivery;
  return (
    <>
      <p className="text-13">
        {timeAgo(delivery.createdAt)}
        {delivery.corrects && `, corrects version ${delivery.corrects}`}
      </p>
      {delivery.answers && <p className="text-15">{answersText(delivery.answers)}</p>}
      <p className="written-text" dir="auto">
        <LinkedText text={delivery.message} />
      </p>
      {files.some(({ picture }) => picture) && (
        <ul className="card-grid" aria-label="Pictures">
          {files.map(
            (file) =>
              file.picture && (
                <li key={file._id}>
                  <button
                    type="button"
                    aria-label={`View ${file.name}${file.pins ? `, ${pluralize(file.pins, 'open pin')}` : ''}`}
                    onClick={() => $viewedFile.set(file._id)}
                  >
                    <FilePicture {...{ file, address, isClosed }} look="framed delivered-picture" />
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
      {files.length > 0 && (
        <List isPlain label="Files">
          {files.map((file) => (
            <ListRow
              key={file._id}
              icon={file.isLink ? Link : File}
              title={file.name}
              note={[
                ...(file.isLink
                  ? ['Link', file.address ?? 'The address opens with the files']
                  : [endOf(file)?.toUpperCase(), fileSize(file.size)]),
                isUndrawn(file) && NO_PREVIEW,
                file.pins && pluralize(file.pins, 'open pin'),
              ]
                .filter(Boolean)
                .join(' · ')}
              text={file.note && <span dir="auto">{file.note}</span>}
              open={!isClosed && viewerOf(file) ? () => $viewedFile.set(file._id) : undefined}
            >
              {!isClosed && <OpenFile {...{ file, address }} />}
            </ListRow>
          ))}
        </List>
      )}
    </>
  );
}

interface ViewedProps extends Pick<Props, 'address' | 'isClosed'>, Pick<ViewerProps, 'onPage'> {
  file: FileDto;
}

/** What a browser may show of a file: its picture, and of an open one its pages or names. */
function Viewed({ file, address, isClosed, onPage }: ViewedProps) {
  const { Viewer, path } = (!isClosed && viewerOf(file)) || {};
  return (
    <>
      {file.picture && onPage(1, <FilePicture {...{ file, address, isClosed }} />)}
      {Viewer && (
        <Viewer
          address={`${address}/${path}/${file._id}`}
          name={file.name}
          onPage={(page, content) => onPage(page + firstPage(file) - 1, content)}
        />
      )}
    </>
  );
}

/** The way to all of an open file, or to the address of a link. */
const OpenFile = ({ file, address }: Pick<ViewedProps, 'file' | 'address'>) =>
  file.isLink ? (
    <a
      className="button button--small"
      href={file.address}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`Open ${file.name}, ${file.address}`}
    >
      <ExternalLink aria-hidden="true" /> Open
    </a>
  ) : (
    <a
      className="button button--small"
      href={`${address}/file/${file._id}`}
      // With a name: the dashboard's router follows a link without one.
      download={file.name}
      aria-label={`Download ${file.name}`}
    >
      <Download aria-hidden="true" /> Download
    </a>
  );

/** 'Answers pins 1, 3 of version 1.' */
function answersText(pins: NonNullable<DeliveryDto['answers']>): string {
  const versions = [...new Set(pins.map(({ version }) => version))];
  const texts = versions.map((version) => {
    const numbers = pins.filter((pin) => pin.version === version).map(({ number }) => number);
    return `${numbers.length > 1 ? 'pins' : 'pin'} ${numbers.join(', ')} of version ${version}`;
  });
  return `Answers ${texts.join(' and ')}.`;
}

interface PictureProps extends Pick<Props, 'address' | 'isClosed'> {
  file: FileDto;
  look?: string;
}

/** With a payment the preview becomes the whole picture, which then has another address: the browser keeps both. */
const FilePicture = ({ file, address, isClosed, look = 'viewed-picture' }: PictureProps) => (
  <img
    className={look}
    src={`${address}/picture/${file._id}${isClosed ? '?preview' : ''}`}
    alt={file.name}
    width={file.picture?.width}
    height={file.picture?.height}
    loading="lazy"
    decoding="async"
  />
);
