import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { SkeletonRows } from '../components/SkeletonRows.tsx';
import { type Heading, headingAt } from './screens.ts';

interface HeadProps extends Heading {
  /** Buttons beside the title. */
  actions?: ReactNode;
  note?: ReactNode;
  /** In one line, and whole when it is pressed. */
  line?: ReactNode;
}

export const ScreenHead = ({ title, back, actions, note, line }: HeadProps) => (
  <header className="screen-head">
    <div>
      {back && (
        <a className="screen-head__back" href={back.path}>
          <ArrowLeft aria-hidden="true" /> {back.label}
        </a>
      )}
      <h1>{title}</h1>
      {note && <p className="muted text-15">{note}</p>}
      {line && (
        <details className="muted text-15">
          <summary className="truncate">{line}</summary>
        </details>
      )}
    </div>
    {actions && <div className="row">{actions}</div>}
  </header>
);

interface Props extends HeadProps {
  children: ReactNode;
}

/** One screen of the dashboard: title, actions, content. */
export function ScreenLayout({ children, ...head }: Props) {
  const { title } = head;
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);
  return (
    <>
      <ScreenHead {...headingAt(location.pathname)} {...head} />
      {children}
    </>
  );
}

/** The placeholder of a screen until the user and the data are loaded. */
export const ScreenSkeleton = (heading: Heading) => (
  <>
    <ScreenHead {...heading} />
    <SkeletonRows />
  </>
);
