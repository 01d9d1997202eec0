import { useEffect, useRef, useState } from 'react';
import { PROJECT_FORM } from '../../../api/modules/catalog/projects/rules.ts';
import { EditorFrame } from '../../admin/edit/EditorFrame.tsx';
import { scrollPreview } from '../../admin/edit/EditorSection.tsx';
import { FormSections } from '../../admin/edit/FormSections.tsx';
import { PagePreview } from '../../admin/edit/PagePreview.tsx';
import { replaceWithItem } from '../../admin/router.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { OwnerAgreedParts } from '../case-studies/OwnerAgreedParts.tsx';
import { type ProjectForm, projectStore } from './OwnerProjects.tsx';

const { editor } = projectStore;
const LIST = '/my-work';

export default function OwnerProjectEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={editor}
      id={id}
      title={(project) => project.title}
      onCreated={(newId) => replaceWithItem('project', newId)}
      preview={(project) => <ProjectPreview id={id} project={project} />}
    >
      {(project) => (
        <>
          {project.orderId && <OwnerAgreedParts id={id} project={project} change={editor.change} />}
          <FormSections of={PROJECT_FORM} body={project} change={editor.change} />
        </>
      )}
    </EditorFrame>
  );
}

const VIEWS = ['Page', 'In the list', 'Opened'] as const;

/** A project on its own page, or on that of all past work: in the list or with its popup open. */
function ProjectPreview({ id, project }: { id: string; project: ProjectForm }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Page');
  const opened = view === 'Opened';
  const page = useRef<Document>(undefined);
  const show = () => {
    const popup = page.current?.getElementById(id) as HTMLDialogElement | null | undefined;
    if (!popup || popup.open === opened) return;
    if (opened) openWithoutFocus(popup);
    else popup.close();
    popup.onclose = () => setView('In the list');
  };
  useEffect(show);
  return (
    <PagePreview
      key={view === 'Page' ? 'page' : 'list'}
      draft={{ kind: 'project', id, body: project, ...(view === 'Page' ? {} : { page: LIST }) }}
      title="Past work as visitors will see it"
      controls={
        <SegmentedControl label="What of it" options={VIEWS} value={view} onChange={setView} />
      }
      onClick={(target) => {
        if (target.getAttribute('href') === `#${id}`) setView('Opened');
        else if (target.closest('.dialog__body h2')) setView('Page');
        else if (target.closest('dialog')) setView('In the list');
      }}
      onRender={(rendered) => {
        if (page.current !== rendered) keepInMiddle(rendered, id);
        page.current = rendered;
        show();
      }}
    />
  );
}

/** Opens the popup in the preview and returns the focus to the dashboard's button. */
function openWithoutFocus(popup: HTMLDialogElement): void {
  const { activeElement } = document;
  popup.showModal();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}

/** Scrolls the project's card to the middle of the frame, also at another width. */
function keepInMiddle(page: Document, id: string): void {
  const center = () => scrollPreview(page, `[data-item="${CSS.escape(id)}"]`, 'middle');
  page.defaultView?.addEventListener('resize', center);
  center();
}
