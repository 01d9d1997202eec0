import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { $session } from '../../features/account/session.ts';
import { ProjectItem } from '../../features/projects/ProjectItem.tsx';
import { ProjectPopup } from '../../features/projects/ProjectPopup.tsx';
import { isoDay } from '../../lib/format.ts';
import { publicPageLoader } from '../edit/load-public-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PreviewPortal } from '../edit/PreviewPortal.tsx';
import { type ProjectForm, projectEditor } from './projects-store.ts';

const loadPastWorkPage = publicPageLoader({
  findPaths: async () => ['/my-work'],
  exclude: 'dialog, .projects .empty-state',
});

const NO_PICTURE = { url: '', alt: '', width: 0, height: 0, srcset: '' };
const VIEWS = ['In the list', 'Opened'] as const;

/** The form as the public page would show it after saving; empty fields get placeholders. */
function toPreviewDto(
  { picture, timeframe, ...form }: ProjectForm,
  saved: Saved | null,
): ProjectDto {
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

/** A project on the public page of past work, in the list or with its popup open. */
export function ProjectPreview({ project }: { project: ProjectForm }) {
  const { item } = useStore(projectEditor.$editing);
  const [opened, setOpened] = useState(false);
  return (
    <PagePreview
      loadPage={loadPastWorkPage}
      title="Past work as visitors will see it"
      unavailable="The preview borrows the page of past work. Publish the first piece, then look."
      controls={
        <SegmentedControl
          label="What of it"
          options={VIEWS}
          value={opened ? 'Opened' : 'In the list'}
          onChange={(view) => setOpened(view === 'Opened')}
        />
      }
    >
      {(page) => (
        <ProjectSections
          page={page}
          project={toPreviewDto(project, item)}
          opened={opened}
          setOpened={setOpened}
        />
      )}
    </PagePreview>
  );
}

interface SectionsProps {
  page: Document;
  project: ProjectDto;
  opened: boolean;
  setOpened: (opened: boolean) => void;
}

function ProjectSections({ page, project, opened, setOpened }: SectionsProps) {
  const [listItem] = useState(() => prepareListItem(page, project._id));
  const session = useStore($session);
  const seller = session.state === 'verified' ? session.user : { name: '', email: '' };
  const popup = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onClick = () => setOpened(true);
    const center = () => scrollToCenter(listItem);
    listItem.addEventListener('click', onClick);
    page.defaultView?.addEventListener('resize', center);
    center();
    return () => {
      listItem.removeEventListener('click', onClick);
      page.defaultView?.removeEventListener('resize', center);
    };
  }, [page, listItem, setOpened]);
  useEffect(() => {
    listItem.dataset['item'] = project._id;
  }, [listItem, project._id]);
  useEffect(() => {
    if (!popup.current || popup.current.open === opened) return;
    if (opened) openWithoutFocus(popup.current);
    else popup.current.close();
  }, [opened]);
  return (
    <>
      {createPortal(<ProjectItem project={project} />, listItem)}
      <PreviewPortal page={page} name="popup">
        <ProjectPopup
          ref={popup}
          project={project}
          seller={seller}
          onClose={() => setOpened(false)}
        />
      </PreviewPortal>
    </>
  );
}

/** The project's list item, emptied; a new project gets one at the end of the list. */
function prepareListItem(page: Document, id: string): HTMLElement {
  const list = page.querySelector('[data-projects]');
  const existing = list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  const listItem = existing ?? page.createElement('li');
  listItem.replaceChildren();
  if (!existing) list?.append(listItem);
  return listItem;
}

/** Opens the popup in the preview and returns the focus to the dashboard's button. */
function openWithoutFocus(popup: HTMLDialogElement): void {
  const { activeElement } = document;
  popup.showModal();
  if (activeElement instanceof HTMLButtonElement) activeElement.focus({ preventScroll: true });
}

/** Scrolls the card to the middle of the frame; scrollIntoView would also scroll the dashboard. */
function scrollToCenter(card: HTMLElement): void {
  const view = card.ownerDocument.defaultView;
  const { top, height } = card.getBoundingClientRect();
  const middle = ((view?.innerHeight ?? 0) - height) / 2;
  view?.scrollBy({ top: top - middle, behavior: 'instant' });
}
