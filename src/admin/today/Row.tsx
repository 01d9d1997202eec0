import { Button } from '../../components/Button.tsx';
import { ListRow, type RowProps as ListRowProps } from '../../components/List.tsx';

/** The first row has the one solid button. */
export const variant = (isFirst: boolean) => (isFirst ? 'solid' : undefined);

export interface RowProps extends Pick<ListRowProps, 'icon' | 'tone' | 'title' | 'note' | 'aside'> {
  /** The address or the dialog behind the row, and behind its button unless that has its own. */
  open?: string | (() => void);
  run?: string | (() => void);
  action: string;
  /** What the button is about, for screen readers. */
  about?: string | undefined;
  isFirst: boolean;
}

/** A row with its one action. */
export function Row({ open, run, action, about, isFirst, ...row }: RowProps) {
  const label = about && `${action}: ${about}`;
  const does = run ?? open;
  return (
    <ListRow {...row} open={open}>
      {typeof does === 'string' ? (
        <a
          className={`button button--small ${isFirst ? 'button--solid' : ''}`}
          href={does}
          aria-label={label}
          rel={does.startsWith('/desk') ? undefined : 'external'}
        >
          {action}
        </a>
      ) : (
        <Button small variant={variant(isFirst)} aria-label={label} onClick={does}>
          {action}
        </Button>
      )}
    </ListRow>
  );
}
