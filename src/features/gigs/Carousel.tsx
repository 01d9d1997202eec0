import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { Picture } from '../../components/Picture.tsx';

/** All pictures in a scrolling row; carousel.ts handles the controls. */
export function Carousel({ pictures }: { pictures: PictureDto[] }) {
  const several = pictures.length > 1;
  return (
    <section
      className="carousel no-print"
      aria-roledescription="carousel"
      aria-label="Pictures of this gig"
    >
      <ul data-carousel tabIndex={several ? 0 : undefined} aria-label="Pictures">
        {pictures.map((picture, at) => (
          <li key={picture.url} aria-label={`${at + 1} of ${pictures.length}`}>
            <Picture picture={picture} sizes="(width < 60rem) 94vw, 44rem" first={at === 0} />
          </li>
        ))}
      </ul>
      {several && (
        <div className="controls">
          <button
            className="button button--quiet button--icon button--small"
            type="button"
            data-step="-1"
          >
            <ChevronLeft aria-hidden="true" />
            <span className="visually-hidden">Previous picture</span>
          </button>
          <p className="mono text-13" data-position aria-live="polite">
            {`1 / ${pictures.length}`}
          </p>
          <button
            className="button button--quiet button--icon button--small"
            type="button"
            data-step="1"
          >
            <ChevronRight aria-hidden="true" />
            <span className="visually-hidden">Next picture</span>
          </button>
        </div>
      )}
    </section>
  );
}
