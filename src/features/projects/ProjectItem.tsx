import type { ReactNode } from 'react';
import type { ListedProject } from '../../../api/modules/site/build/catalog-reader.ts';
import { Picture } from '../../components/Picture.tsx';
import { calendarDay } from '../../lib/format.ts';
import { Facts } from './Facts.tsx';
import { firstTags, priceRange, textPreview, timeSpent } from './project-texts.ts';

/** In the list, at the full width of the page where there is one. */
export const PLATE_SIZES = '(width < 70rem) 94vw, 44rem';

/** What a plate on home leaves out is not given. */
type Project = Pick<ListedProject, '_id' | 'title' | 'img'> & {
  [Key in 'result' | 'priceRange' | 'timeframe' | 'desc' | 'tech']?: ListedProject[Key] | undefined;
};

interface Props {
  project: Project;
  /** Its page; without one its popup opens. */
  href?: string;
  first?: boolean;
  /** Its before and after, in place of its picture. */
  children?: ReactNode;
}

/** A project in a list; the first one of past work has the full width. */
export function ProjectItem({ project, href, first = false, children }: Props) {
  const start = calendarDay(project.timeframe?.start ?? '');
  const facts = [
    ['Cost', priceRange(project)],
    ['Duration', timeSpent(project)],
  ] as const;
  return (
    <article className="card tile project">
      <div className="tile__picture">
        {children ??
          (project.img.url && (
            <Picture
              picture={project.img}
              sizes={first ? PLATE_SIZES : '(width < 40rem) 92vw, 22rem'}
              first={first}
            />
          ))}
      </div>
      <div className="body">
        {project.desc && start && (
          <p className="text-13 mono">
            {'From: '}
            <time data-part="start" dateTime={start}>
              {start}
            </time>
          </p>
        )}
        <h3>
          <a className="covering-link" href={href ?? `#${project._id}`} data-part="title">
            {project.title}
          </a>
        </h3>
        {project.result && <p data-part="result">{project.result}</p>}
        {project.desc && (
          <p className="muted text-15" data-part="text">
            {textPreview(project.desc)}
          </p>
        )}
        {project.tech && (
          <ul className="tags" data-part="tags" aria-label="Technologies">
            {[...firstTags(project.tech).entries()].map(([at, name]) => (
              <li key={at} className="tag">
                {name}
              </li>
            ))}
          </ul>
        )}
        <Facts facts={facts} />
      </div>
    </article>
  );
}
