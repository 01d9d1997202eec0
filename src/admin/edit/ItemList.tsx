import './edit.css';
import './item-list.css';
import { useStore } from '@nanostores/react';
import { ImageOff, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { PublicationStatus } from '../../../api/modules/catalog/gigs/rules.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import type { AsyncStore } from '../../lib/async-store.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { PublicationStatusBadge } from './PublicationStatus.tsx';
import { Sortable } from './Sortable.tsx';

interface ListItem {
  _id: string;
  title: string;
  status: PublicationStatus;
  picture: PictureDto | null;
}

interface Props<T> {
  title: string;
  /** What one item is called on screen, and its route. */
  itemName: 'gig' | 'project';
  $list: AsyncStore<T[]>;
  reload: () => Promise<void>;
  saveSequence: (list: T[]) => Promise<void>;
  /** The two details at the end of an item's row; the second is shown smaller. */
  details: (item: T) => [ReactNode, ReactNode];
}

/** The gigs or projects in the order in which visitors see them. */
export function ItemList<T extends ListItem>({
  title,
  itemName,
  $list,
  reload,
  saveSequence,
  details,
}: Props<T>) {
  const items = useStore($list);
  useEffect(() => void reload(), [reload]);
  const add = (
    <a className="button button--solid" href={itemPath(itemName, 'new')}>
      <Plus aria-hidden="true" /> New {itemName}
    </a>
  );
  const hasItems = items.state === 'loaded' && items.value.length > 0;
  return (
    <ScreenLayout
      title={title}
      note="In the order visitors see them. Drag to change it, or use the arrows."
      actions={hasItems && add}
    >
      <LoadedContent loaded={items} retry={reload}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={ImageOff} title={`No ${itemName} yet`}>
              <p>It stays a draft until you list it and publish the site.</p>
              {add}
            </EmptyState>
          ) : (
            <Sortable
              list={list}
              onChange={(next) => void saveSequence(next)}
              nameOf={(item) => item.title}
            >
              {(item) => <ItemRow item={item} itemName={itemName} details={details(item)} />}
            </Sortable>
          )
        }
      </LoadedContent>
    </ScreenLayout>
  );
}

interface ItemRowProps {
  item: ListItem;
  itemName: 'gig' | 'project';
  details: [ReactNode, ReactNode];
}

const ItemRow = ({ item, itemName, details: [main, secondary] }: ItemRowProps) => (
  <>
    {item.picture ? (
      <img src={item.picture.url} alt="" width={96} height={60} loading="lazy" />
    ) : (
      <span className="list-item__placeholder">
        <ImageOff aria-hidden="true" />
      </span>
    )}
    <a className="list-item__name" href={itemPath(itemName, item._id)}>
      {item.title}
    </a>
    <PublicationStatusBadge status={item.status} />
    <span className="list-item__detail">
      {main}
      <span className="text-13">{secondary}</span>
    </span>
  </>
);
