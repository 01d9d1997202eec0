import { X } from 'lucide-react';
import type { ListedProject } from '../../../api/modules/site/build/catalog-reader.ts';
import { Button } from '../../components/Button.tsx';
import { Picture } from '../../components/Picture.tsx';
import { isoDay } from '../../lib/format.ts';
import { Facts } from './Facts.tsx';
import { contactHref, popupTexts, projectFacts } from './project-texts.ts';

interface Props {
  project: ListedProject;
  seller: { name: string; email: string };
}

/** A project in a dialog over the list; popup.ts opens it by the URL's hash. */
export function ProjectPopup({ project, seller }: Props) {
  return (
    <dialog
      className="dialog popup"
      id={project._id}
      aria-labelledby={`title-${project._id}`}
      closedby="any"
    >
      <div className="dialog__head">
        <div className="row">
          <img
            className="avatar"
            src="/img/portrait.webp"
            alt=""
            width="256"
            height="256"
            loading="lazy"
          />
          <p className="stack">
            <b className="text-15">{seller.name}</b>
            <span className="text-13">
              {'Posted '}
              <time data-part="posted" data-local="day" dateTime={project.createdAt}>
                {isoDay(project.createdAt)}
              </time>
            </span>
          </p>
        </div>
        <form method="dialog">
          <Button variant="quiet" icon={X} type="submit" aria-label="Close" />
        </form>
      </div>
      <div className="dialog__body">
        <div className="frame">
          {project.img.url && <Picture picture={project.img} sizes="(width < 48rem) 90vw, 40rem" />}
        </div>
        <h2 className="title-25" id={`title-${project._id}`}>
          <a href={`/my-work/${project.slug}`} data-part="title">
            {project.title}
          </a>
        </h2>
        {popupTexts(project).map(([name, title, text]) => (
          <section key={name} className="stack stack--small" hidden={!text}>
            <h3 className="title-17" hidden={!title}>
              {title}
            </h3>
            <p className="muted" data-part={name}>
              {text}
            </p>
          </section>
        ))}
        <Facts facts={projectFacts(project)} />
        <ul className="tags" data-part="tags" aria-label="Technologies">
          {[...project.tech.entries()].map(([at, name]) => (
            <li key={at} className="tag">
              {name}
            </li>
          ))}
        </ul>
        <p className="row">
          <a
            className="button button--solid"
            href={contactHref(`mailto:${seller.email}`, project)}
            data-part="contact"
          >
            Contact
          </a>
          <a
            className="button"
            // Hidden without one; a link leads somewhere all the same.
            href={project.liveLink || `/my-work/${project.slug}`}
            hidden={!project.liveLink}
            target="_blank"
            rel="noopener"
            data-part="live"
          >
            Live<span className="visually-hidden"> version of this project, new tab</span>
          </a>
        </p>
      </div>
    </dialog>
  );
}
