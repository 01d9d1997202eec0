import { useEffect, useRef, useState } from 'react';
import { MAX_FIGURES, MAX_PARTS } from '../../../api/modules/catalog/projects/rules.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { AgreedParts } from '../case-studies/AgreedParts.tsx';
import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { scrollPreview } from '../edit/EditorSection.tsx';
import { LinesField, OptionalNumberField, TextField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PictureField } from '../edit/Pictures.tsx';
import { AddressField, ReferenceField } from '../edit/ReferenceField.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { $gigs, $reviews } from '../edit/references.ts';
import { replaceWithItem } from '../router.ts';
import { type ProjectForm, projectStore } from './projects-store.ts';

const { editor } = projectStore;
const LIST = '/my-work';

export default function ProjectEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={editor}
      id={id}
      title={(project) => project.title}
      onCreated={(newId) => replaceWithItem('project', newId)}
      preview={(project) => <ProjectPreview id={id} project={project} />}
    >
      {(project) => <ProjectFields id={id} project={project} />}
    </EditorFrame>
  );
}

function ProjectFields({ id, project }: { id: string; project: ProjectForm }) {
  const field = bindFields(project, editor.change);
  return (
    <>
      {project.orderId && <AgreedParts id={id} project={project} change={editor.change} />}
      <section className="card card--padded stack">
        <h2>What was made</h2>
        <TextField label="Title" {...field('title')} />
        <TextField label="Result, in one line" {...field('result')} />
        <TextField label="Problem" rows={4} {...field('problem')} />
        <TextField
          label="Description"
          rows={6}
          hint="What was built, in short. The list shows the first 80 characters."
          {...field('desc')}
        />
        <TextField label="Client" hint="As visitors may read it." {...field('client')} />
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
      <section className="card card--padded stack">
        <h2>What was built, on its page</h2>
        <RepeatableRows
          {...field('parts')}
          blank={{ text: '', picture: null }}
          max={MAX_PARTS}
          itemName="part"
        >
          {(part) => (
            <>
              <RichText label="Text" {...part('text')} />
              <PictureField label="Picture of this part" {...part('picture')} />
            </>
          )}
        </RepeatableRows>
      </section>
      <section className="card card--padded stack">
        <h2>Before and after</h2>
        <BeforeAfterFields {...field('beforeAfter')} />
      </section>
      <section className="card card--padded stack">
        <h2>Figures</h2>
        <RepeatableRows
          {...field('figures')}
          blank={{ value: '', caption: '', source: '', date: '' }}
          max={MAX_FIGURES}
          itemName="figure"
        >
          {(figure) => (
            <>
              <TextField label="Figure" hint="Like 1.6 s or 40 %." {...figure('value')} />
              <TextField label="What it counts" {...figure('caption')} />
              <TextField label="Source" {...figure('source')} />
              <TextField label="Date" type="date" {...figure('date')} />
            </>
          )}
        </RepeatableRows>
      </section>
      <section className="card card--padded auto-columns">
        <h2>Cost and time</h2>
        <PriceRange {...field('priceRange')} />
        <Timeframe {...field('timeframe')} />
      </section>
      <section className="card card--padded auto-columns">
        <h2>Links and address</h2>
        <ReferenceField
          label="Review of it"
          none="No review"
          list={$reviews}
          {...field('reviewId')}
        />
        <ReferenceField
          label="Package that does the same"
          none="No package"
          list={$gigs}
          {...field('gigId')}
        />
        {project.orderId && (
          <TextField
            label="Quotation"
            rows={3}
            hint="The client’s own words, as they gave them for this."
            {...field('quotation')}
          />
        )}
        <AddressField under="/my-work/" {...field('slug')} />
      </section>
    </>
  );
}

function BeforeAfterFields({
  name,
  value,
  onChange,
}: {
  name: string;
  value: ProjectForm['beforeAfter'];
  onChange: (value: ProjectForm['beforeAfter']) => void;
}) {
  const field = bindFields(value, (more) => onChange({ ...value, ...more }), `${name}.`);
  return (
    <div className="auto-columns">
      <div>
        <h3>Before</h3>
        <PictureField label="Picture from before" {...field('before')} />
      </div>
      <div>
        <h3>After</h3>
        <PictureField label="Picture from after" {...field('after')} />
      </div>
    </div>
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
