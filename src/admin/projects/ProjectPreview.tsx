import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import { ProjectItem } from '../../features/projects/ProjectItem.tsx';
import { ProjectPopup } from '../../features/projects/ProjectPopup.tsx';
import { isoDay } from '../../lib/format.ts';
import { borrowPage } from '../edit/load-public-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PreviewPortal } from '../edit/PreviewPortal.tsx';
import { Segments } from '../edit/Segments.tsx';
import { type ProjectForm, projectEditor } from './stores.ts';

const workPage = borrowPage({
  find: async () => ['/my-work'],
  without: 'dialog, .projects .empty',
});

const NO_PICTURE = { url: '', alt: '', width: 0, height: 0, srcset: '' };
const VIEWS = ['In the list', 'Opened'] as const;

/** As the site gets it once it is saved; what is still empty has a stand-in. */
function asSent({ picture, timeframe, ...form }: ProjectForm, saved: Saved | null): ProjectDto {
  const today = isoDay(new Date());
  return {
    ...form,
    _id: saved?._id ?? 'new',
    title: form.title || 'Untitled',
    img: picture ?? NO_PICTURE,
    timeframe: { start: timeframe.start || today, end: timeframe.end || today },
    createdAt: saved?.postedOn ?? today,
  };
}

type Saved = Pick<ProjectDto, '_id'> & { postedOn: string };

/** Past work on its page, in the list and opened. */
export function ProjectPreview({ project }: { project: ProjectForm }) {
  const { thing } = useStore(projectEditor.$editing);
  const [opened, setOpened] = useState(false);
  return (
    <PagePreview
      page={workPage}
      title="Past work as visitors will see it"
      none="The preview borrows the page of past work. Publish the first piece, then look."
      controls={
        <Segments
          label="What of it"
          of={VIEWS}
          value={opened ? 'Opened' : 'In the list'}
          set={(view) => setOpened(view === 'Opened')}
        />
      }
    >
      {(page) => (
        <ProjectParts
          page={page}
          project={asSent(project, thing)}
          opened={opened}
          setOpened={setOpened}
        />
      )}
    </PagePreview>
  );
}

interface PartsProps {
  page: Document;
  project: ProjectDto;
  opened: boolean;
  setOpened: (opened: boolean) => void;
}

function ProjectParts({ page, project, opened, setOpened }: PartsProps) {
  const [place] = useState(() => cursorOf(page, project._id));
  const popup = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = () => setOpened(true);
    const move = () => moveTo(place);
    place.addEventListener('click', open);
    page.defaultView?.addEventListener('resize', move);
    move();
    return () => {
      place.removeEventListener('click', open);
      page.defaultView?.removeEventListener('resize', move);
    };
  }, [page, place, setOpened]);
  useEffect(() => {
    place.dataset['item'] = project._id;
  }, [place, project._id]);
  useEffect(() => {
    if (!popup.current || popup.current.open === opened) return;
    if (opened) openBehind(popup.current);
    else popup.current.close();
  }, [opened]);
  return (
    <>
      {createPortal(<ProjectItem project={project} />, place)}
      <PreviewPortal page={page} name="popup">
        <ProjectPopup ref={popup} project={project} onClose={() => setOpened(false)} />
      </PreviewPortal>
    </>
  );
}

/** Its own place in the list, or the last one, where a new project will stand. */
function cursorOf(page: Document, id: string): HTMLElement {
  const list = page.querySelector('[data-projects]');
  const own = list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  const place = own ?? page.createElement('li');
  place.replaceChildren();
  if (!own) list?.append(place);
  return place;
}

/** Opens it without taking the cursor from the desk; in the frame it goes where a visitor's goes. */
function openBehind(popup: HTMLDialogElement): void {
  const { activeElement } = document;
  popup.showModal();
  if (activeElement instanceof HTMLButtonElement) activeElement.focus({ preventScroll: true });
}

/** To the middle of the frame, and nothing of the desk with it. */
function moveTo(card: HTMLElement): void {
  const view = card.ownerDocument.defaultView;
  const { top, height } = card.getBoundingClientRect();
  const middle = ((view?.innerHeight ?? 0) - height) / 2;
  view?.scrollBy({ top: top - middle, behavior: 'instant' });
}
