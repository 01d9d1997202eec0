import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { scrollPreview } from '../edit/EditorSection.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { replaceWithItem } from '../router.ts';
import { type ProjectForm, projectEditor, toRequestBody } from './projects-store.ts';

const { change } = projectEditor;

export default function ProjectEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={projectEditor}
      id={id}
      title={(project) => project.title}
      onCreated={(newId) => replaceWithItem('project', newId)}
      preview={(project) => <ProjectPreview id={id} project={project} />}
    >
      {(project) => <ProjectFields project={project} />}
    </EditorFrame>
  );
}

function ProjectFields({ project }: { project: ProjectForm }) {
  const field = bindFields(project, change);
  return (
    <>
      <section className="card card--padded">
        <h2>What was made</h2>
        <TextField label="Title" {...field('title')} />
        <TextField
          label="Description"
          rows={6}
          hint="The list shows the first 80 characters."
          {...field('desc')}
        />
        <TextField label="Industry" {...field('type')} />
        <LinesField label="Technologies" {...field('tech')} />
      </section>
      <section className="card card--padded">
        <h2>Picture</h2>
        <Pictures
          pictures={project.picture ? [project.picture] : []}
          onChange={([picture = null]) => change({ picture })}
          max={1}
          name={() => 'picture.alt'}
        />
      </section>
      <section className="card card--padded field-pairs">
        <h2>Cost and time</h2>
        <NumberField
          label="From, ₹"
          name="priceRange.min"
          value={project.priceRange.min}
          onChange={(min) => change({ priceRange: { ...project.priceRange, min } })}
        />
        <NumberField
          label="To, ₹"
          name="priceRange"
          value={project.priceRange.max}
          onChange={(max) => change({ priceRange: { ...project.priceRange, max } })}
        />
        <TextField
          label="Began"
          name="timeframe.start"
          type="date"
          value={project.timeframe.start}
          onChange={(start) => change({ timeframe: { ...project.timeframe, start } })}
        />
        <TextField
          label="Ended"
          name="timeframe"
          type="date"
          value={project.timeframe.end}
          onChange={(end) => change({ timeframe: { ...project.timeframe, end } })}
        />
      </section>
    </>
  );
}

const VIEWS = ['In the list', 'Opened'] as const;

/** A project on the public page of past work, in the list or with its popup open. */
function ProjectPreview({ id, project }: { id: string; project: ProjectForm }) {
  const [opened, setOpened] = useState(false);
  const page = useRef<Document>(undefined);
  const show = () => {
    const popup = page.current?.getElementById(id) as HTMLDialogElement | null | undefined;
    if (!popup || popup.open === opened) return;
    if (opened) openWithoutFocus(popup);
    else popup.close();
    popup.onclose = () => setOpened(false);
  };
  useEffect(show);
  return (
    <PagePreview
      draft={{ kind: 'project', id, body: toRequestBody(project) }}
      title="Past work as visitors will see it"
      controls={
        <SegmentedControl
          label="What of it"
          options={VIEWS}
          value={opened ? 'Opened' : 'In the list'}
          onChange={(view) => setOpened(view === 'Opened')}
        />
      }
      onClick={(target) => {
        if (target.getAttribute('href') === `#${id}`) setOpened(true);
        else if (target.closest('dialog')) setOpened(false);
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
