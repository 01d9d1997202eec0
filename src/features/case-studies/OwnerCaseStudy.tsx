import { useMemo, useState } from 'react';
import { goToItem, itemPath } from '../../admin/router.ts';
import { Button } from '../../components/Button.tsx';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
import { caseStudiesOf, makeCaseStudy } from './owner-case-studies.ts';
import { allowedNames } from './part-texts.ts';

/** On a completed order: drafts a case study of it, and says what its client allows. */
export function OwnerCaseStudy({ orderId }: { orderId: string }) {
  const store = useMemo(() => caseStudiesOf(orderId), [orderId]);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const project = await makeCaseStudy(orderId);
    setBusy(false);
    if (project) goToItem('project', project);
    else await store.load();
  };
  return (
    <section className="card card--padded stack" aria-labelledby="case-study">
      <h2 id="case-study">Case study</h2>
      <Loaded
        store={store}
        failedTitle={null}
        skeleton={<div className="skeleton skeleton--row" />}
      >
        {([newest, before]) => {
          const isOpen = newest && !newest.answeredAt;
          const allowed = isOpen ? before && allowedNames(before) : newest && allowedNames(newest);
          return (
            <>
              <p className="text-15">
                {!newest &&
                  'Drafts a piece of past work with dates and pictures of this order, and asks the client in the conversation what may be shown.'}
                {isOpen && 'The client has not answered yet. Nothing can be published until then. '}
                {newest?.answeredAt && !allowed && 'The client allows nothing.'}
                {allowed && `The client allows ${allowed}.`}
              </p>
              <p className="row">
                {newest && (
                  <a className="button" href={itemPath('project', newest.projectId)}>
                    Open the draft
                  </a>
                )}
                {!isOpen && (
                  <Button disabled={busy} onClick={() => void make()}>
                    {busy ? 'Drafting…' : newest ? 'Ask again' : 'Make a case study'}
                  </Button>
                )}
              </p>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
