import { useStore } from '@nanostores/react';
import { GripVertical, ImageOff, Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { PublicationStatus } from '../../../api/modules/catalog/content/rules.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { List, ListRow } from '../../components/List.tsx';
import { FilteredList, type SelectionOf } from '../../features/lists/FilteredList.tsx';
import { type LocalPage, localList } from '../../features/lists/filtered-list.ts';
import type { AsyncStore } from '../../lib/async-store.ts';
import { pluralize } from '../../lib/format.ts';
import { type ContentKindName, contentKind } from '../content-kinds.ts';
import { runAdminAction } from '../requests.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { MoveButtons, moveItem } from './MoveButtons.tsx';
import { PublicationStatusBadge, STATUS_NAMES } from './PublicationStatus.tsx';

interface ListItem {
  _id: string;
  title: string;
  status: PublicationStatus;
  version: number;
  picture: PictureDto | null;
}

interface Props<T> {
  kind: ContentKindName;
  store: {
    $list: AsyncStore<T[]> & { load: () => Promise<void> };
    saveOrder: (list: T[]) => Promise<void>;
    editor: {
      setStatusOf: (id: string, status: PublicationStatus, version: number) => Promise<unknown>;
    };
  };
  /** Of a kind that the owner does not sort: what orders it, the highest first, and how to say that. */
  sorted?: { by: (item: T) => string; note: string };
  /** What tells an item apart, below its title. */
  note: (item: T) => string;
}

const STATUSES = ['', ...Object.keys(STATUS_NAMES)] as (PublicationStatus | '')[];

/** The items of a kind of content in the order in which visitors see them. */
export function ItemList<T extends ListItem>({ kind, store, sorted, note }: Props<T>) {
  const { $list, saveOrder } = store;
  const by = sorted?.by;
  const reload = $list.load;
  const { label: title } = contentKind(kind);
  const items = useStore($list);
  useEffect(() => void reload(), [reload]);
  const list = useMemo(
    () =>
      localList<T, { find: string; status: PublicationStatus | '' }>(
        { find: '', status: '' },
        $list,
        reload,
        (items, { find, status }) =>
          inOrder(items, by).filter(
            (item) =>
              item.title.toLowerCase().includes(find.trim().toLowerCase()) &&
              (!status || item.status === status),
          ),
      ),
    [$list, reload, by],
  );
  const all = items.state === 'loaded' ? items.value : [];
  const add = (
    <a className="button button--solid" href={itemPath(kind, 'new')}>
      <Plus aria-hidden="true" /> New {kind}
    </a>
  );
  const setStatusOfSeveral = (status: PublicationStatus) => async (ids: string[]) => {
    const changed = all.filter((item) => ids.includes(item._id) && item.status !== status);
    await runAdminAction(async () => {
      for (const { _id, version } of changed) await store.editor.setStatusOf(_id, status, version);
      return { message: `${STATUS_NAMES[status]}: ${pluralize(changed.length, kind)}` };
    });
    await reload();
  };
  const moveToTop = (ids: string[]) => {
    const isChosen = ({ _id }: T) => ids.includes(_id);
    return saveOrder([...all.filter(isChosen), ...all.filter((item) => !isChosen(item))]);
  };
  const toTop: [string, typeof moveToTop][] = sorted ? [] : [['To top', moveToTop]];
  return (
    <ScreenLayout
      title={title}
      note={sorted?.note ?? 'In the order visitors see them. Drag to change it, or use the arrows.'}
      actions={all.length > 0 && add}
    >
      <FilteredList
        list={list}
        choices={{
          label: 'Which ones',
          filter: 'status',
          values: STATUSES,
          nameOf: (status) => (status ? STATUS_NAMES[status] : 'All'),
        }}
        search={[`Find a ${kind}`, 'Find by title']}
        count={({ rows }) => rows.length}
        empty={[
          `No ${kind} yet`,
          <>
            <p>It stays a draft until you list it and publish the site.</p>
            {add}
          </>,
          ImageOff,
        ]}
        shown={({ rows, count }) =>
          rows.length < count
            ? `${rows.length} of ${pluralize(count, kind)}`
            : pluralize(count, kind)
        }
        several={{
          ids: ({ rows }) => rows.map(({ _id }) => _id),
          actions: [
            ['List', setStatusOfSeveral('published')],
            ['Retire', setStatusOfSeveral('retired')],
            ...toTop,
          ],
        }}
      >
        {(page, selectionOf, isFiltered) => (
          <Rows
            {...{ kind, page, note, all }}
            selectionOf={selectionOf}
            saveOrder={isFiltered || sorted ? undefined : saveOrder}
          />
        )}
      </FilteredList>
    </ScreenLayout>
  );
}

const inOrder = <T,>(items: T[], by: ((item: T) => string) | undefined): T[] =>
  by ? items.toSorted((a, b) => by(b).localeCompare(by(a))) : items;

interface RowsProps<T> extends Pick<Props<T>, 'kind' | 'note'> {
  page: LocalPage<T>;
  all: T[];
  selectionOf: SelectionOf;
  /** Not where some items are filtered out: a move would pass over what is not shown. */
  saveOrder: Props<T>['store']['saveOrder'] | undefined;
}

function Rows<T extends ListItem>(props: RowsProps<T>) {
  const { kind, note, page, all, selectionOf, saveOrder } = props;
  const sortable = useSortable(all, (next) => void saveOrder?.(next));
  return (
    <List label={contentKind(kind).label}>
      {page.rows.map((item) => {
        const { drag, buttons } = saveOrder ? sortable(item) : {};
        const selection = selectionOf(item._id);
        const status = <PublicationStatusBadge status={item.status} />;
        return (
          <ListRow
            key={item._id}
            picture={item.picture}
            title={item.title}
            open={itemPath(kind, item._id)}
            text={<span className="text-13">{note(item)}</span>}
            aside={selection && status}
            selection={selection}
            drag={drag}
          >
            {status}
            {buttons}
          </ListRow>
        );
      })}
    </List>
  );
}

interface SortableRow {
  drag: ComponentProps<'li'>;
  buttons: ReactNode;
}

/** Makes the rows of a list change places by dragging and with arrow buttons. */
function useSortable<T extends { _id: string; title: string }>(
  list: T[],
  onChange: (list: T[]) => void,
): (item: T) => SortableRow {
  const [dragged, setDragged] = useState<T | null>(null);
  const [over, setOver] = useState<T | null>(null);
  return (item) => {
    const at = list.indexOf(item);
    const isOver = over === item && dragged !== item;
    return {
      drag: {
        draggable: true,
        ...(dragged === item && { 'data-held': true }),
        ...(isOver && { 'data-over': true }),
        onDragStart: () => setDragged(item),
        onDragEnd: () => {
          setDragged(null);
          setOver(null);
        },
        onDragOver: (event) => {
          event.preventDefault();
          setOver(item);
        },
        onDrop: (event) => {
          event.preventDefault();
          if (!dragged || dragged === item) return;
          const from = list.indexOf(dragged);
          onChange(moveItem(list, from, at - from));
        },
      },
      buttons: (
        <>
          <GripVertical className="list__handle" aria-hidden="true" />
          <MoveButtons list={list} at={at} name={item.title} onChange={onChange} />
        </>
      ),
    };
  };
}
