import './edit.css';
import './item-list.css';
import { useStore } from '@nanostores/react';
import { ImageOff, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { PublicationStatus } from '../../../api/modules/catalog/gigs/rules.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { Empty } from '../../components/Empty.tsx';
import type { LoadedStore } from '../../lib/loaded.ts';
import { pathOfOne } from '../router.ts';
import { Screen, Shown } from '../Screen.tsx';
import { PublicationStatusBadge } from './PublicationStatus.tsx';
import { Sortable } from './Sortable.tsx';

interface Listed {
  _id: string;
  title: string;
  status: PublicationStatus;
  picture: PictureDto | null;
}

interface Props<T> {
  title: string;
  /** What one is called, and its address. */
  noun: 'gig' | 'project';
  $list: LoadedStore<T[]>;
  reload: () => Promise<void>;
  order: (list: T[]) => Promise<void>;
  /** What is said of one at the end of its line: a fact, and a finer one. */
  facts: (thing: T) => [ReactNode, ReactNode];
}

/** What visitors can see, in the order they see it. */
export function ItemList<T extends Listed>({ title, noun, $list, reload, order, facts }: Props<T>) {
  const things = useStore($list);
  useEffect(() => void reload(), [reload]);
  const add = (
    <a className="button button--solid" href={pathOfOne(noun, 'new')}>
      <Plus aria-hidden="true" /> New {noun}
    </a>
  );
  const some = things.state === 'loaded' && things.value.length > 0;
  return (
    <Screen
      title={title}
      note="In the order visitors see them. Drag to change it, or use the arrows."
      actions={some && add}
    >
      <Shown from={things} retry={() => void reload()}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={ImageOff} title={`No ${noun} yet`}>
              <p>It stays a draft, seen by nobody, until you offer and publish it.</p>
              {add}
            </Empty>
          ) : (
            <Sortable list={list} set={(next) => void order(next)} nameOf={(one) => one.title}>
              {(one) => <Line one={one} noun={noun} facts={facts(one)} />}
            </Sortable>
          )
        }
      </Shown>
    </Screen>
  );
}

interface LineProps {
  one: Listed;
  noun: 'gig' | 'project';
  facts: [ReactNode, ReactNode];
}

const Line = ({ one, noun, facts: [fact, finer] }: LineProps) => (
  <>
    {one.picture ? (
      <img src={one.picture.url} alt="" width={96} height={60} loading="lazy" />
    ) : (
      <span className="thing__none">
        <ImageOff aria-hidden="true" />
      </span>
    )}
    <a className="thing__name" href={pathOfOne(noun, one._id)}>
      {one.title}
    </a>
    <PublicationStatusBadge status={one.status} />
    <span className="thing__fact">
      {fact}
      <span className="fine">{finer}</span>
    </span>
  </>
);
