import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { replaceWithItem, screenPath } from '../router.ts';
import { ProjectPreview } from './ProjectPreview.tsx';
import { type ProjectForm, projectEditor } from './projects-store.ts';

const { change } = projectEditor;

export default function ProjectEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={projectEditor}
      id={id}
      title={(project) => project.title}
      onCreated={(newId) => replaceWithItem('project', newId)}
      back={{ path: screenPath('projects'), label: 'Past work' }}
      preview={(project) => <ProjectPreview project={project} />}
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
