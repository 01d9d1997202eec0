import type { MessageDto } from '../../../api/modules/chat/dto.ts';

const before = (a: MessageDto, b: MessageDto): number => a.seq - b.seq;

/** Both lists as one, each message once by _id, in the server's order; `more` wins. */
export function mergeMessages(known: MessageDto[], more: MessageDto[]): MessageDto[] {
  const page = more.toSorted(before);
  const [first, last] = [page[0], page.at(-1)];
  const [oldest, newest] = [known[0], known.at(-1)];
  // Fast path: most pages are entirely before or after the known messages.
  if (first && newest && before(newest, first) < 0) return [...known, ...page];
  if (last && oldest && before(last, oldest) < 0) return [...page, ...known];
  const byId = new Map(known.map((each) => [each._id, each]));
  for (const each of more) {
    const seen = each.seen || byId.get(each._id)?.seen === true;
    byId.set(each._id, { ...each, seen });
  }
  return [...byId.values()].sort(before);
}

/** Marks a sender's messages as seen: up to `through`, or all. */
export function markSeen(
  messages: MessageDto[],
  senderId: string,
  through?: string | null,
): MessageDto[] {
  const last = through ? messages.find((each) => each._id === through) : undefined;
  if (through && !last) return messages;
  return messages.map((each) =>
    each.senderId === senderId && !each.seen && (!last || before(each, last) <= 0)
      ? { ...each, seen: true }
      : each,
  );
}
