import { useMemo } from 'react';
import type { CaseStudyDto } from '../../../api/modules/case-studies/dto.ts';
import { isShort, namesOf } from '../../../api/modules/case-studies/name-rules.ts';
import {
  PARTS,
  type Part,
  partsRefused,
  partsShown,
  withoutParts,
} from '../../../api/modules/case-studies/rules.ts';
import { BLANK_PROJECT } from '../../../api/modules/catalog/projects/rules.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import type { ProjectForm } from '../projects/OwnerProjects.tsx';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
import { caseStudiesOf } from './owner-case-studies.ts';

interface Props {
  project: ProjectForm;
  id: string;
  change: (fields: Partial<ProjectForm>) => void;
}

const NAMES: Record<Part, string> = {
  text: 'Text',
  name: 'Client’s name, and a link to them',
  pictures: 'Pictures and logo',
  figures: 'Figures and prices',
  quotation: 'Quotation',
};

/** What the client of a case study allows, part by part, beside what the form shows. */
export function OwnerAgreedParts({ project, id, change }: Props) {
  const store = useMemo(() => caseStudiesOf(project.orderId), [project.orderId]);
  return (
    <section className="card card--padded stack" aria-labelledby="agreed">
      <h2 id="agreed">What the client allows</h2>
      <Loaded store={store} failedTitle={null}>
        {(all) => <Parts caseStudies={all} {...{ project, id, change }} />}
      </Loaded>
    </section>
  );
}

function Parts({ caseStudies, project, id, change }: Props & { caseStudies: CaseStudyDto[] }) {
  const [newest] = caseStudies;
  const answered = caseStudies.find(({ answeredAt }) => answeredAt);
  const { name = '' } = newest ?? {};
  // Whether a short name is one, the server asks when this is published.
  const names = namesOf(newest?.names ?? []).filter((each) => !isShort(each));
  const allowed = (answered?.parts ?? []).flatMap((each) => (each.isAllowed ? [each.part] : []));
  const reviewId = answered?.review?._id ?? null;
  const words = answered?.words ?? null;
  const consent = { isAnswered: !!answered, allowed, words, reviewId };
  const shown = partsShown(project, names);
  const refused = partsRefused(project, consent, names);
  /** What the client gave, for a field that is empty. */
  const offered: Partial<Record<Part, Partial<ProjectForm>>> = {
    ...(project.client ? {} : { name: { client: name } }),
    ...(words && project.quotation !== words ? { quotation: { quotation: words } } : {}),
    ...(!words && reviewId && !project.reviewId ? { quotation: { reviewId } } : {}),
  };
  return (
    <>
      {!answered && (
        <p className="text-15">
          {newest
            ? 'No answer yet. This can be published when the client has allowed what it shows.'
            : 'Nobody was asked in this shop, so this cannot be published here.'}
        </p>
      )}
      <List isPlain label="Parts">
        {PARTS.map((part) => {
          const isAllowed = allowed.includes(part);
          const isRefused = refused.includes(part);
          const offer = isAllowed ? offered[part] : undefined;
          return (
            <ListRow
              key={part}
              title={NAMES[part]}
              text={
                <span className="text-13">
                  {!isAllowed && (isRefused ? 'Not allowed, but shown here' : 'Not allowed')}
                  {isAllowed &&
                    (isRefused
                      ? 'Allowed, but not in these words'
                      : shown.includes(part)
                        ? 'Allowed'
                        : 'Allowed, not shown here')}
                </span>
              }
            >
              {isRefused && part !== 'text' && (
                <Button
                  small
                  onClick={() =>
                    change(
                      withoutParts(project, { taken: [part], names, blank: BLANK_PROJECT, id }),
                    )
                  }
                >
                  Take out
                </Button>
              )}
              {offer && (
                <Button small onClick={() => change(offer)}>
                  {part === 'name' ? 'Use the name' : 'Use their words'}
                </Button>
              )}
              <span className={`badge badge--${isAllowed ? 'green' : 'amber'}`}>
                {isAllowed ? 'Allowed' : 'No'}
              </span>
            </ListRow>
          );
        })}
      </List>
    </>
  );
}
