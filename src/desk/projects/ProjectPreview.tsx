import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { WireProject } from '../../../api/projects/present.ts';
import { isoDay } from '../../lib/format.ts';
import { borrowPage } from '../edit/borrow-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { Segments } from '../edit/Segments.tsx';
import { fillerOf } from './fill-work.ts';
import { type ProjectForm, projectEditor } from './stores.ts';

const workPage = borrowPage({
  find: async () => ['/my-work'],
  needs: '[data-item]',
  without: 'dialog:not(.popup)',
});

const NO_PICTURE = { url: '', alt: '', width: 0, height: 0, srcset: '' };
const VIEWS = ['In the list', 'Opened'] as const;

/** As the site gets it once it is saved; what is still empty has a stand-in. */
function asSent({ picture, timeframe, ...form }: ProjectForm, saved: Saved | null): WireProject {
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

type Saved = Pick<WireProject, '_id'> & { postedOn: string };

/** Past work on its page, in the list and opened. */
export function ProjectPreview({ project }: { project: ProjectForm }) {
  const { thing } = useStore(projectEditor.$editing);
  const [opened, setOpened] = useState(false);
  return (
    <PagePreview
      page={workPage}
      fillerOf={(page) => fillerOf(page, setOpened)}
      thing={{ project: asSent(project, thing), pictured: project.picture !== null, opened }}
      title="Past work as visitors will see it"
      none="The preview borrows the page of past work. Publish the first piece, then look."
    >
      <Segments
        label="What of it"
        of={VIEWS}
        value={opened ? 'Opened' : 'In the list'}
        set={(view) => setOpened(view === 'Opened')}
      />
    </PagePreview>
  );
}
