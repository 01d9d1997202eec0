import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** The list that the screen's item belongs to. */
  back?: { path: string; label: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** One screen of the dashboard: title, actions, content. */
export function ScreenLayout({ title, back, actions, note, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);
  return (
    <>
      <header className="screen-head">
        <div>
          {back && (
            <a className="screen-head__back" href={back.path}>
              <ArrowLeft aria-hidden="true" /> {back.label}
            </a>
          )}
          <h1>{title}</h1>
          {note && <p className="muted text-15">{note}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}
