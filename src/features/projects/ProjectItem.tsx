import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import { Picture } from '../../components/Picture.tsx';
import { calendarDay, duration } from '../../lib/format.ts';
import { firstTags, priceRange, textPreview } from './project-texts.ts';

/** A project in the list. */
export function ProjectItem({ project }: { project: ProjectDto }) {
  const { start, end } = project.timeframe;
  return (
    <article className="card tile project">
      <div className="tile__picture">
        {project.img.url && <Picture picture={project.img} sizes="(width < 40rem) 92vw, 22rem" />}
      </div>
      <div className="body">
        <p className="text-13 mono">
          {'From: '}
          <time data-part="start" dateTime={calendarDay(start)}>
            {calendarDay(start)}
          </time>
        </p>
        <h3>
          <a className="tile__link" href={`#${project._id}`} data-part="title">
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
        <dl>
          <div>
            <dt className="text-13">Cost</dt>
            <dd data-part="cost">{priceRange(project)}</dd>
          </div>
          <div>
            <dt className="text-13">Duration</dt>
            <dd data-part="duration">{duration(start, end)}</dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
