import '../edit/edit.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { duration, rupees } from '../../lib/format.ts';
import { Sortable } from '../edit/Sortable.tsx';
import { StandingBadge } from '../edit/Standing.tsx';
import { pathOfOne } from '../router.ts';
import { Screen, Shown } from '../Screen.tsx';
import { $projects, loadProjects, orderProjects } from './stores.ts';

export function Projects() {
  const projects = useStore($projects);
  useEffect(() => void loadProjects(), []);
  return (
    <Screen
      title="Past work"
      note="In the order visitors see it."
      actions={
        <a className="button button--solid" href={pathOfOne('project', 'new')}>
          <Plus aria-hidden="true" /> New project
        </a>
      }
    >
      <Shown from={projects} retry={() => void loadProjects()}>
        {(list) => (
          <Sortable
            list={list}
            set={(next) => void orderProjects(next)}
            nameOf={({ title }) => title}
          >
            {(project) => (
              <>
                <img src={project.picture.url} alt="" width={96} height={60} loading="lazy" />
                <a className="thing__name" href={pathOfOne('project', project._id)}>
                  {project.title}
                </a>
                <StandingBadge status={project.status} />
                <span className="thing__fact">
                  {rupees(project.priceRange.min)} – {rupees(project.priceRange.max)}
                  <span className="fine">
                    {project.type}, {duration(project.timeframe.start, project.timeframe.end)}
                  </span>
                </span>
              </>
            )}
          </Sortable>
        )}
      </Shown>
    </Screen>
  );
}
