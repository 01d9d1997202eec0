import { useState } from 'react';
import { type MailProblem, WHAT_TO_DO } from '../../../api/platform/mail/rules.ts';
import type { UndeliverableMail } from '../../../api/platform/mail/undeliverable.ts';
import { api, read } from '../../lib/api.ts';
import { counted, moment } from '../../lib/format.ts';
import { attempt } from '../loaded.ts';

const KINDS: [MailProblem, string][] = [
  ['refused', 'Mail that was refused'],
  ['passing', 'Codes and links that were refused'],
  ['unreadable', 'Mail that nobody can read'],
];
const SHOWN = 4;

interface Props {
  undeliverable: UndeliverableMail[];
  stuck: { count: number; since: string | null };
  reload: () => Promise<void>;
}

/** Mail that waits too long for the mail server, and mail that waits for the owner's word. */
export const MailProblems = ({ undeliverable, stuck, reload }: Props) => (
  <>
    {stuck.since && (
      <p className="notice mail-stuck">
        {counted(stuck.count, 'mail')} {stuck.count === 1 ? 'waits' : 'wait'} for the mail server
        since {moment(stuck.since)}. Nothing is lost: each is tried again and again, and the log
        says what the server answers.
      </p>
    )}
    {KINDS.map(([trouble, title]) => {
      const mails = undeliverable.filter((each) => each.trouble === trouble);
      return (
        mails.length > 0 && (
          <GivenUp key={trouble} trouble={trouble} title={title} mails={mails} reload={reload} />
        )
      );
    })}
  </>
);

interface GivenUpProps {
  trouble: MailProblem;
  title: string;
  mails: UndeliverableMail[];
  reload: () => Promise<void>;
}

function GivenUp({ trouble, title, mails, reload }: GivenUpProps) {
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const again = trouble === 'refused';
  const act = async (call: 'send-again' | 'dismiss', of: UndeliverableMail[]) => {
    setBusy(true);
    const json = { ids: of.map(({ _id }) => _id) };
    await attempt(() => read(api.desk.mail[call].$post({ json })));
    await reload();
    setBusy(false);
  };
  const acts = (of: UndeliverableMail[], which: string, about = '') => {
    const button = (call: 'send-again' | 'dismiss', label: string) => (
      <button
        className={`button button--small${call === 'dismiss' && again ? ' button--quiet' : ''}`}
        type="button"
        disabled={busy}
        aria-label={`${label}${about}`}
        onClick={() => void act(call, of)}
      >
        {label}
      </button>
    );
    return (
      <span className="row">
        {again && button('send-again', `Send${which} again`)}
        {button('dismiss', `Dismiss${which}`)}
      </span>
    );
  };
  return (
    <section className="given-up" aria-label={title}>
      <header>
        <h3>
          {title} <span className="fine">{mails.length}</span>
        </h3>
        {mails.length > 1 && acts(mails, ' all', `: ${title}`)}
      </header>
      <p className="fine">{WHAT_TO_DO[trouble]}</p>
      <ul className="queue">
        {mails.slice(0, all ? undefined : SHOWN).map((mail) => {
          const what = mail.subject ?? `A ${mail.kind} mail`;
          const who = mail.to ?? 'Nobody knows to whom';
          return (
            <li key={mail._id} className="queue__line">
              <span className="queue__main">
                <strong>{who}</strong>
                <span className="fine">
                  {what} · {moment(mail.at)}
                </span>
              </span>
              {acts([mail], '', `: ${what}, ${who}`)}
            </li>
          );
        })}
      </ul>
      {!all && mails.length > SHOWN && (
        <button className="button button--small" type="button" onClick={() => setAll(true)}>
          Show all {mails.length}
        </button>
      )}
    </section>
  );
}
