import { MailWarning } from 'lucide-react';
import { WHAT_TO_DO } from '../../../api/platform/mail/rules.ts';
import type { UndeliverableMail } from '../../../api/platform/mail/undeliverable.ts';
import { Button } from '../../components/Button.tsx';
import { ListRow } from '../../components/List.tsx';
import { readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';
import { adminApi } from '../requests.ts';
import { variant } from './Row.tsx';
import { finishTasks } from './today-store.ts';

const MAIL_TITLES: Record<UndeliverableMail['trouble'], [one: string, many: string]> = {
  refused: ['was refused', 'mails were refused'],
  passing: ['with a code was refused', 'mails with a code were refused'],
  unreadable: ['cannot be read', 'mails cannot be read'],
};

/** Failed mail with one cause; more than a few are one row. */
export function MailRow({
  mails,
  isFirst = false,
}: {
  mails: UndeliverableMail[];
  isFirst?: boolean;
}) {
  const [mail] = mails;
  if (!mail) return null;
  const { trouble } = mail;
  const isOne = mails.length === 1;
  const [one, many] = MAIL_TITLES[trouble];
  const subject = mail.subject ?? `A ${mail.kind} mail`;
  const recipient = mail.to ?? 'somebody';
  const about = isOne ? `${subject}, ${recipient}` : `${mails.length} ${many}`;
  const json = { ids: mails.map(({ _id }) => _id) };
  const button = (action: 'send-again' | 'dismiss', label: string) => (
    <Button
      small
      variant={action === 'dismiss' && trouble === 'refused' ? 'quiet' : variant(isFirst)}
      aria-label={`${label}: ${about}`}
      onClick={() =>
        void finishTasks(json.ids, () => readJson(adminApi.mail[action].$post({ json })))
      }
    >
      {label}
    </Button>
  );
  return (
    <ListRow
      icon={MailWarning}
      tone="amber"
      title={isOne ? `Mail to ${recipient} ${one}` : about}
      note={`${isOne ? `${subject} · ` : ''}${WHAT_TO_DO[trouble]}`}
      aside={isOne ? timeAgo(mail.at) : undefined}
    >
      {trouble === 'refused' && button('send-again', isOne ? 'Send again' : 'Send all again')}
      {button('dismiss', isOne ? 'Dismiss' : 'Dismiss all')}
    </ListRow>
  );
}
