import { useState } from 'react';
import type { Part } from '../../../api/modules/case-studies/rules.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { api, readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
import { remote } from '../request-feedback/remote.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

const calls = api.user['case-studies'];

/** What the signed-in person was asked about their orders, newest first. */
const $ownCaseStudies = remote(async () => (await readJson(calls.$get())).caseStudies);

const takeBack = (id: string, parts: Part[]) =>
  runWithToast(async () => {
    const call = calls[':id'].withdraw.$post({ param: { id }, json: { parts } });
    return readJson(call).finally($ownCaseStudies.load);
  });

/** Loaded when it is asked for, or when a link leads here. */
export function WhatIsShown() {
  const [isOpen, setOpen] = useState(location.hash === '#shown');
  if (isOpen) return <Allowed />;
  return (
    <div>
      <Button onClick={() => setOpen(true)}>See what you allowed</Button>
    </div>
  );
}

/** What the person has allowed to be shown, each part with a button to take it back. */
function Allowed() {
  return (
    <Loaded
      store={$ownCaseStudies}
      failedTitle={null}
      skeleton={<div className="skeleton skeleton--row" aria-hidden="true" />}
    >
      {(all) => {
        const allowed = all.flatMap((each) => {
          const parts = each.parts.filter(({ isAllowed }) => isAllowed);
          return parts.length > 0 ? [{ each, parts }] : [];
        });
        if (allowed.length === 0) return <p className="muted">You have allowed nothing.</p>;
        return allowed.map(({ each, parts }) => (
          <div className="stack" key={each._id}>
            <List isPlain label={`Allowed of “${each.title}”`}>
              {parts.map(({ part, label }) => (
                <ListRow
                  key={part}
                  title={label}
                  text={
                    <span className="text-13">
                      {part === 'quotation' && each.words && <>“{each.words}” </>}
                      Allowed {timeAgo(each.answeredAt ?? '')}
                    </span>
                  }
                >
                  <Button
                    small
                    aria-label={`Take back: ${label}`}
                    onClick={() => void takeBack(each._id, [part])}
                  >
                    Take back
                  </Button>
                </ListRow>
              ))}
            </List>
            {parts.length > 1 && (
              <div>
                <Button
                  variant="danger"
                  onClick={() =>
                    void takeBack(
                      each._id,
                      parts.map(({ part }) => part),
                    )
                  }
                >
                  Take all of it back
                </Button>
              </div>
            )}
          </div>
        ));
      }}
    </Loaded>
  );
}
