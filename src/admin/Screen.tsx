import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** One screen of the dashboard: title, actions, content. */
export function Screen({ title, actions, note, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);
  return (
    <>
      <header className="screen-head">
        <div>
          <h1>{title}</h1>
          {note && <p className="muted small">{note}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}
