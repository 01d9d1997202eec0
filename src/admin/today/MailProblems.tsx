import { useState } from 'react';
import type { MailProblem } from '../../../api/platform/mail/rules.ts';
import { WHAT_TO_DO } from '../../../api/platform/mail/texts.ts';
import type { UndeliverableMail } from '../../../api/platform/mail/undeliverable.ts';
import { Button } from '../../components/Button.tsx';
import { readJson } from '../../lib/api.ts';
import { dateAndTime, pluralize } from '../../lib/format.ts';
import { adminApi, runAdminAction } from '../requests.ts';

const KINDS: [MailProblem, string][] = [
  ['refused', 'Mail that was refused'],
  ['passing', 'Codes and links that were refused'],
  ['unreadable', 'Mail that nobody can read'],
];
const COLLAPSED_COUNT = 4;

interface Props {
  undeliverable: UndeliverableMail[];
  stuck: { count: number; since: string | null };
  reload: () => Promise<void>;
}

/** Mail that the mail server has not accepted for long, and undeliverable mail for the owner to handle. */
export const MailProblems = ({ undeliverable, stuck, reload }: Props) => (
  <>
    {stuck.since && (
      <p className="notice delayed-mail">
        {pluralize(stuck.count, 'mail')} {stuck.count === 1 ? 'waits' : 'wait'} for the mail server
        since {dateAndTime(stuck.since)}. Nothing is lost: each is tried again and again, and the
        log says what the server answers.
      </p>
    )}
    {KINDS.map(([problem, title]) => {
      const mails = undeliverable.filter((each) => each.trouble === problem);
      return (
        mails.length > 0 && (
          <UndeliverableList
            key={problem}
            problem={problem}
            title={title}
            mails={mails}
            reload={reload}
          />
        )
      );
    })}
  </>
);

interface UndeliverableListProps {
  problem: MailProblem;
  title: string;
  mails: UndeliverableMail[];
  reload: () => Promise<void>;
}

function UndeliverableList({ problem, title, mails, reload }: UndeliverableListProps) {
  const [busy, setBusy] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const canSendAgain = problem === 'refused';
  const run = async (action: 'send-again' | 'dismiss', targets: UndeliverableMail[]) => {
    setBusy(true);
    const json = { ids: targets.map(({ _id }) => _id) };
    await runAdminAction(() => readJson(adminApi.mail[action].$post({ json })));
    await reload();
    setBusy(false);
  };
  const buttons = (targets: UndeliverableMail[], suffix: string, about = '') => {
    const button = (action: 'send-again' | 'dismiss', label: string) => (
      <Button
        small
        variant={action === 'dismiss' && canSendAgain ? 'quiet' : undefined}
        disabled={busy}
        aria-label={`${label}${about}`}
        onClick={() => void run(action, targets)}
      >
        {label}
      </Button>
    );
    return (
      <span className="row">
        {canSendAgain && button('send-again', `Send${suffix} again`)}
        {button('dismiss', `Dismiss${suffix}`)}
      </span>
    );
  };
  return (
    <section className="failed-mail" aria-label={title}>
      <header>
        <h3>
          {title} <span className="text-13">{mails.length}</span>
        </h3>
        {mails.length > 1 && buttons(mails, ' all', `: ${title}`)}
      </header>
      <p className="text-13">{WHAT_TO_DO[problem]}</p>
      <ul className="row-list">
        {mails.slice(0, isExpanded ? undefined : COLLAPSED_COUNT).map((mail) => {
          const subject = mail.subject ?? `A ${mail.kind} mail`;
          const recipient = mail.to ?? 'Nobody knows to whom';
          return (
            <li key={mail._id} className="row-list__row">
              <span className="row-list__main">
                <strong>{recipient}</strong>
                <span className="text-13">
                  {subject} · {dateAndTime(mail.at)}
                </span>
              </span>
              {buttons([mail], '', `: ${subject}, ${recipient}`)}
            </li>
          );
        })}
      </ul>
      {!isExpanded && mails.length > COLLAPSED_COUNT && (
        <Button small onClick={() => setExpanded(true)}>
          Show all {mails.length}
        </Button>
      )}
    </section>
  );
}
