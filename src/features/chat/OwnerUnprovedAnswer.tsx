import type { UnprovedAnswerDto } from '../../../api/modules/mail-replies/unproved-answers.ts';
import { adminApi, runAdminAction } from '../../admin/requests.ts';
import { Button } from '../../components/Button.tsx';
import { readJson } from '../../lib/api.ts';
import { plainDate } from '../../lib/format.ts';
import { OfferCard } from '../offers/OfferCard.tsx';
import { byline } from '../offers/offers.tsx';
import { $insertion } from './conversation-store.ts';

/** Begins a message that asks whether the answer is the client's. */
const quoted = (text: string): string =>
  `This came by e-mail. Is it from you?\n\n${text.replace(/^/gm, '> ')}`;

interface Props {
  answer: UnprovedAnswerDto;
  onDismissed: () => void;
}

/** An answer by mail of which nobody knows who wrote it, for the owner alone: text only. */
export function OwnerUnprovedAnswer({ answer, onDismissed }: Props) {
  const { _id: id, from, text, files, why, receivedAt, keptUntil, dropped } = answer;
  const call = adminApi['unproved-answers'][':id'];
  const end = async (action: Parameters<typeof runAdminAction>[0]) => {
    if (await runAdminAction(action)) onDismissed();
  };
  const takeOver = () => end(() => readJson(call['take-over'].$post({ param: { id } })));
  const dismiss = () => end(() => readJson(call.$delete({ param: { id } })));
  return (
    <OfferCard
      title="An unproved answer"
      state="Only you see this"
      by={byline(from || 'Unknown sender', receivedAt)}
    >
      <p className="text-15 written-text" dir="auto">
        {text}
      </p>
      {files.length > 0 && (
        <p className="text-13">Files, still in the mailbox: {files.join(', ')}</p>
      )}
      <p className="text-13">
        {why} It may be from somebody else. It is deleted on {plainDate(keptUntil)}.
        {dropped > 0 && ` ${dropped} more came and are only in the mailbox.`}
      </p>
      <p className="row">
        <Button small onClick={() => $insertion.set(quoted(text))}>
          Quote it and ask
        </Button>
        <Button small variant="quiet" onClick={() => void takeOver()}>
          Take it over
        </Button>
        <Button small variant="quiet" onClick={() => void dismiss()}>
          Dismiss
        </Button>
      </p>
    </OfferCard>
  );
}
