import type { ListedProject } from '../../../api/modules/site/build/catalog-reader.ts';
import { Picture } from '../../components/Picture.tsx';
import { calendarDay } from '../../lib/format.ts';
import { Facts } from './Facts.tsx';
import { firstTags, priceRange, textPreview, timeSpent } from './project-texts.ts';

/** A project in the list; the first has the full width. */
export function ProjectItem({ project, first }: { project: ListedProject; first: boolean }) {
  const start = calendarDay(project.timeframe?.start ?? '');
  const facts = [
    ['Cost', priceRange(project)],
    ['Duration', timeSpent(project)],
  ] as const;
  return (
    <article className="card tile project">
      <div className="tile__picture">
        {project.img.url && (
          <Picture
            picture={project.img}
            sizes={first ? '(width < 70rem) 94vw, 44rem' : '(width < 40rem) 92vw, 22rem'}
            first={first}
          />
        )}
      </div>
      <div className="body">
        <p className="text-13 mono" hidden={!start}>
          {'From: '}
          <time data-part="start" dateTime={start}>
            {start}
          </time>
        </p>
        <h3>
          <a className="covering-link" href={`#${project._id}`} data-part="title">
            {project.title}
          </a>
        </h3>
        <p className="muted text-15" data-part="text">
          {textPreview(project.desc)}
        </p>
        <ul className="tags" data-part="tags" aria-label="Technologies">
          {[...firstTags(project.tech).entries()].map(([at, name]) => (
            <li key={at} className="tag">
              {name}
            </li>
          ))}
        </ul>
        <Facts facts={facts} />
      </div>
    </article>
  );
}
