import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { scrollPreview } from '../edit/EditorSection.tsx';
import { LinesField, OptionalNumberField, TextField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PictureField } from '../edit/Pictures.tsx';
import { replaceWithItem } from '../router.ts';
import { type ProjectForm, projectStore } from './projects-store.ts';

const { editor } = projectStore;

export default function ProjectEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={editor}
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
  const field = bindFields(project, editor.change);
  return (
    <>
      <section className="card card--padded stack">
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
        <TextField
          label="Link to it"
          hint="Where it can be seen, like https://example.com. Empty: no link."
          {...field('liveLink')}
        />
      </section>
      <section className="card card--padded stack">
        <h2>Picture</h2>
        <PictureField {...field('picture')} />
      </section>
      <section className="card card--padded auto-columns">
        <h2>Cost and time</h2>
        <PriceRange {...field('priceRange')} />
        <Timeframe {...field('timeframe')} />
      </section>
    </>
  );
}

interface PairProps<Pair> {
  name: string;
  value: Pair | null;
  onChange: (value: Pair | null) => void;
}

/** Null while both prices are empty. */
function PriceRange({ name, value, onChange }: PairProps<{ min: number; max: number }>) {
  const { min, max } = value ?? { min: 0, max: 0 };
  const change = (next: { min: number; max: number }) =>
    onChange(next.min || next.max ? next : null);
  return (
    <>
      <OptionalNumberField
        label="From, ₹"
        name={`${name}.min`}
        value={min || null}
        onChange={(price) => change({ min: price ?? 0, max })}
      />
      <OptionalNumberField
        label="To, ₹"
        name={max ? name : `${name}.max`}
        value={max || null}
        onChange={(price) => change({ min, max: price ?? 0 })}
      />
    </>
  );
}

/** Null while both days are empty. */
function Timeframe({ name, value, onChange }: PairProps<{ start: string; end: string }>) {
  const { start, end } = value ?? { start: '', end: '' };
  const change = (next: { start: string; end: string }) =>
    onChange(next.start || next.end ? next : null);
  return (
    <>
      <TextField
        label="Began"
        type="date"
        name={`${name}.start`}
        value={start}
        onChange={(day) => change({ start: day, end })}
      />
      <TextField
        label="Ended"
        type="date"
        name={end ? name : `${name}.end`}
        value={end}
        onChange={(day) => change({ start, end: day })}
      />
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
      draft={{ kind: 'project', id, body: project }}
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
