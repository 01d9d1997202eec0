import { Rocket } from 'lucide-react';
import type { Status } from '../../../api/modules/site/publish/progress.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { pluralize, timeAgo } from '../../lib/format.ts';
import { rollBackTo } from './publish-store.ts';

const MB = 1_000_000;

interface Props {
  releases: Status['releases'];
  disabled: boolean;
}

/** The stored releases, each with a button to roll back to it. */
export function Releases({ releases, disabled }: Props) {
  return (
    <List label="Releases">
      {releases.map(({ name, madeAt, ms, pages, bytes, current }) => (
        <ListRow
          key={name}
          icon={Rocket}
          title={timeAgo(madeAt)}
          text={
            <>
              <span className="text-13 mono">{name}</span>
              <span className="text-13">
                {pluralize(pages, 'page')}
                {bytes !== null && `, ${(bytes / MB).toFixed(1)} MB`}, made in{' '}
                {(ms / 1000).toFixed(1)} s
              </span>
            </>
          }
          aside={current && <span className="badge badge--green">Visitors see this</span>}
        >
          {!current && (
            <Button
              small
              disabled={disabled}
              aria-label={`Go back to the release of ${timeAgo(madeAt)}`}
              onClick={() => void rollBackTo(name)}
            >
              Go back
            </Button>
          )}
        </ListRow>
      ))}
    </List>
  );
}
