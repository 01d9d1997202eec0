import { useEffect, useState } from 'react';
import type { readArchive } from '../../../api/modules/deliveries/read-archive.ts';
import { List, ListRow } from '../../components/List.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { fileSize } from '../chat/MessageContent.tsx';

type Archive = Awaited<ReturnType<typeof readArchive>>;
type Answer = { archive: Archive; message?: string };

/** The names in a zip, which stays packed. */
export function ArchiveNames({ address, name }: { address: string; name: string }) {
  const [archive, setArchive] = useState<Archive | undefined>(undefined);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isShown = true;
    const show = ({ archive: read, message }: Partial<Answer>) => {
      if (!isShown) return;
      if (read) setArchive(read);
      else setFailure(message ?? 'This archive cannot be read here. Download it to open it.');
    };
    fetch(address)
      .then((answer) => answer.json())
      .then(show, () => show({ message: 'The names did not arrive. Check your connection.' }));
    return () => {
      isShown = false;
    };
  }, [address]);
  if (failure) return <p role="alert">{failure}</p>;
  if (!archive) return <SkeletonRows says={`Opening ${name}…`} />;
  const { files, total } = archive;
  return (
    <>
      <p className="muted text-15">
        {total > files.length
          ? `The first ${files.length.toLocaleString()} of ${total.toLocaleString()} names.`
          : `${total.toLocaleString()} ${total === 1 ? 'name' : 'names'}.`}
      </p>
      <List isPlain label={`Names in ${name}`}>
        {files.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an archive may hold a name twice
          <ListRow key={at} title={<bdi>{file.name}</bdi>} aside={fileSize(file.size)} />
        ))}
      </List>
    </>
  );
}
