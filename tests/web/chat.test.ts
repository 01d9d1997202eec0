import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import type { MessageDto } from '../../api/modules/chat/dto.ts';
import { bracketed, ENCRYPTED, WINMAIL } from '../../api/modules/mail-replies/texts.ts';
import { BubbleGroup } from '../../src/features/chat/BubbleGroup.tsx';
import { groupMessages, type Offer } from '../../src/features/chat/group-messages.ts';
import { linkify } from '../../src/features/chat/linkify.ts';
import { markSeen, mergeMessages } from '../../src/features/chat/merge-messages.ts';
import {
  $messagesById,
  $outbox,
  enqueue,
  queuedFor,
  removeFromOutbox,
  restoreOutbox,
} from '../../src/features/chat/outbox.ts';
import {
  countEarlier,
  type LoadedMessages,
  MAX_VISIBLE,
  moveVisibleWindow,
  moveWindowTo,
  replaceMessages,
  visibleMessages,
  visibleOffers,
} from '../../src/features/chat/visible-messages.ts';
import { clockTime, dayLabel } from '../../src/lib/day-label.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import fc from '../support/fast-check.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const message = (at: number, more: Partial<MessageDto> = {}): MessageDto => ({
  _id: `m${String(at).padStart(5, '0')}`,
  conversationId: 'talk',
  senderId: at % 2 ? 'me' : 'them',
  messageText: `text ${at}`,
  createdAt: new Date(START + at * 1000).toISOString(),
  seq: at,
  seen: false,
  clientId: `c${at}`,
  attachments: [],
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => message(at));

const offer = (at: number, more: Partial<Offer> = {}): Offer => ({
  ...{ id: `o${at}`, at: new Date(START + at * 1000 + 1).toISOString() },
  ...{ mine: false, isWaiting: true, card: null },
  ...more,
});

beforeEach(() => $messagesById.set({}));

test('overlapping pages and events show each message once and in order', () => {
  const all = many(40);
  const lists = fc.array(fc.subarray(all, { minLength: 0 }), { maxLength: 8 });
  fc.assert(
    fc.property(lists, (parts) => {
      const merged = parts.reduce<MessageDto[]>((known, part) => mergeMessages(known, part), []);
      const expected = all.filter((each) => parts.some((part) => part.includes(each)));
      return JSON.stringify(merged) === JSON.stringify(expected);
    }),
  );
});

test('messages keep the order in which they were stored after a clock rollback', () => {
  const [a, b] = [message(1), message(2)];
  const c = message(3, { createdAt: new Date(START - 7_200_000).toISOString() });
  expect(mergeMessages([a, b], [c])).toEqual([a, b, c]);
  expect(mergeMessages([c], [b, a])).toEqual([a, b, c]);
  expect(markSeen([b, c], 'me', c._id).map((each) => each.seen)).toEqual([false, true]);
});

test('a message says that it came by mail and what could not be read, once, to both sides', () => {
  const mail = (at: number, more: Partial<MessageDto>) =>
    message(at, { createdAt: '2026-11-20T09:00:00.000Z', ...more });
  const shown = (me: string) =>
    groupMessages(
      [
        mail(0, { messageText: 'Yes.', byMail: { notes: [WINMAIL], quoted: 'How does it look?' } }),
        mail(2, { messageText: bracketed(ENCRYPTED), byMail: { notes: [ENCRYPTED] } }),
        mail(4, { messageText: 'Typed here.' }),
      ],
      [],
      { me, now: START },
    ).flatMap(({ groups }) =>
      groups.map((group) =>
        renderToStaticMarkup(createElement(BubbleGroup, { group })).replace(/<[^>]+>/g, ' '),
      ),
    );
  for (const [markup = ''] of [shown('them'), shown('me')]) {
    expect(markup.match(/by e-mail/g)).toHaveLength(2);
    expect(markup).toContain(WINMAIL);
    expect(markup.split(ENCRYPTED)).toHaveLength(2);
    expect(markup.indexOf('Typed here.')).toBeGreaterThan(markup.lastIndexOf('by e-mail'));
  }
});

test('a clock rollback over midnight shows no day heading twice', () => {
  const messages = [
    message(0, { createdAt: '2026-11-20T09:00:00.000Z' }),
    message(1, { createdAt: '2026-11-19T09:00:00.000Z' }),
    message(2, { createdAt: '2026-11-20T09:01:00.000Z' }),
  ];
  const days = groupMessages(messages, [], {
    me: 'me',
    now: Date.parse('2026-11-20T12:00:00.000Z'),
  });
  expect(days.map((day) => day.label)).toEqual(['Today']);
});

test('a seen message stays seen when an older event arrives', () => {
  const seen = message(1, { seen: true });
  expect(mergeMessages([seen], [{ ...seen, seen: false }, message(2)])[0]?.seen).toBe(true);
});

test('a seen event marks only one’s own messages up to the read position', () => {
  const marked = markSeen(many(6), 'me', 'm00003');
  expect(marked.map((each) => each.seen)).toEqual([false, true, false, true, false, false]);
  expect(markSeen(many(4), 'me').map((each) => each.seen)).toEqual([false, true, false, true]);
  expect(markSeen(many(4), 'me', 'unknown')).toEqual(many(4));
});

test('adjacent messages of one person form a group, days are separated, and queued messages come last', () => {
  const messages = [
    message(0, { senderId: 'me', createdAt: '2026-11-18T09:00:00.000Z' }),
    message(1, { senderId: 'me', createdAt: '2026-11-20T09:00:00.000Z' }),
    message(2, { senderId: 'me', createdAt: '2026-11-20T09:01:00.000Z' }),
    message(3, { senderId: 'them', createdAt: '2026-11-20T09:02:00.000Z' }),
    message(4, { senderId: 'them', createdAt: '2026-11-20T09:30:00.000Z' }),
  ];
  enqueue({ userId: 'me', orderId: 'o', clientId: 'c9', text: 'on its way', attachments: [] });
  enqueue({ userId: 'me', orderId: 'o', clientId: 'c2', text: 'stored already', attachments: [] });
  const waiting = queuedFor($outbox.get(), 'me', 'o').map((each) => ({
    ...each,
    at: '2026-11-20T09:31:00.000Z',
  }));
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  const days = groupMessages(messages, waiting, { me: 'me', now });
  expect(days.map((day) => day.groups.map((each) => each.bubbles.length))).toEqual([
    [1],
    [2, 1, 1, 1],
  ]);
  expect(days[1]?.label).toBe('Today');
  expect(days[1]?.groups.at(-1)?.bubbles[0]).toMatchObject({
    text: 'on its way',
    state: 'sending',
  });
});

test('an offer stands between the messages of its time and in place of its own message', () => {
  enqueue({ userId: 'me', orderId: 'o', clientId: 'c9', text: 'on its way', attachments: [] });
  const days = groupMessages(many(3), queuedFor($outbox.get(), 'me', 'o'), {
    ...{ me: 'me', now: START },
    offers: [offer(0), offer(1, { clientId: 'c1' }), offer(9)],
  });
  const keys = days.flatMap(({ groups }) =>
    groups.flatMap((each) => each.offer?.id ?? each.bubbles.map(({ text }) => text)),
  );
  expect(keys).toEqual(['text 0', 'o0', 'o1', 'text 2', 'o9', 'on its way']);
});

test('each of a thousand offers is rendered with its message, and only there', () => {
  const messages = many(1_000);
  const offers = messages.map((_, at) => offer(at - 1));
  let span = { messages, later: 0, hasMore: true };
  const seen = new Map<string, number>();
  for (let page = 0; page < 5; page += 1) {
    span = { ...span, later: page * MAX_VISIBLE, hasMore: page < 4 };
    for (const { id } of visibleOffers(offers, span)) seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  expect(new Set(seen.values())).toEqual(new Set([1]));
  expect(visibleOffers(offers, { ...span, hasMore: true }).map(({ id }) => id)).not.toContain(
    'o-1',
  );
  for (const { at, id } of [offers[0], offers[500], offers[999]].filter(
    (each) => each !== undefined,
  )) {
    const there = moveWindowTo(span, at);
    expect(visibleOffers(offers, there).map((each) => each.id)).toContain(id);
  }
});

test('of ten thousand messages 200 are rendered at any position, and each can be reached', () => {
  const messages = many(10_000);
  let span: LoadedMessages = { messages, later: 0 };
  const seen = new Set(visibleMessages(span));
  while (countEarlier(span) > 0) {
    const before = visibleMessages(span);
    span = moveVisibleWindow(span, 'earlier');
    expect(visibleMessages(span)).toHaveLength(MAX_VISIBLE);
    expect(
      before.filter((each) => visibleMessages(span).includes(each)).length,
    ).toBeGreaterThanOrEqual(100);
    for (const each of visibleMessages(span)) seen.add(each);
  }
  expect(seen.size).toBe(10_000);
  while (span.later > 0) span = moveVisibleWindow(span, 'later');
  expect(visibleMessages(span).at(-1)).toBe(messages.at(-1));
});

test('a new message scrolls only a reader who is at the end', () => {
  const all = many(600);
  const reading: LoadedMessages = { messages: all.slice(100, 500), later: 50 };
  const drawn = visibleMessages(reading);
  expect(visibleMessages(replaceMessages(reading, all, false))).toEqual(drawn);
  expect(visibleMessages(replaceMessages({ ...reading, later: 0 }, all, true)).at(-1)).toBe(
    all.at(-1),
  );
  expect(replaceMessages({ messages: [], later: 0 }, all, false).later).toBe(0);
});

test('merging a page or a new message into ten thousand messages is fast', async () => {
  const all = many(10_000);
  const cpuTime = await cpuTimeOf(() => {
    const known = mergeMessages(all.slice(50), all.slice(0, 50));
    groupMessages(visibleMessages({ messages: known, later: 0 }), [], { me: 'me', now: START });
    mergeMessages(known, [message(10_001)]);
    expect(known).toEqual(all);
  });
  expect(cpuTime).toBeLessThan(250);
});

test('day headings say today, yesterday or the date', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();
  expect(dayLabel(at(2026, 10, 20, 1), now)).toBe('Today');
  expect(dayLabel(at(2026, 10, 19, 23), now)).toBe('Yesterday');
  expect(dayLabel(at(2026, 10, 16, 9), now)).toBe('Monday');
  expect(dayLabel(at(2025, 0, 2, 9), now)).toBe('2 January 2025');
  expect(clockTime(at(2026, 10, 20, 0))).toBe('12:00 am');
  expect(clockTime(new Date(2026, 10, 20, 13, 5).toISOString())).toBe('01:05 pm');
});

test('only web addresses become links, without trailing punctuation', () => {
  expect(linkify('See https://a.example/x_(y), or (http://b.example).')).toEqual([
    'See ',
    { href: 'https://a.example/x_(y)', text: 'https://a.example/x_(y)' },
    ', or (',
    { href: 'http://b.example/', text: 'http://b.example' },
    ').',
  ]);
  for (const inert of [
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'www.example.com',
    'https://',
    'vbscript:x ftp://a.example',
    'https://bank.example:pay@evil.example/x',
    'https://bank.example@evil.example',
  ]) {
    expect(linkify(inert)).toEqual([inert]);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const whole = linkify(text).map((each) => (typeof each === 'string' ? each : each.text));
      return whole.join('') === text;
    }),
  );
});

test('the outbox retries only what failed because of the connection', () => {
  for (const clientId of ['a', 'b', 'c']) {
    enqueue({ userId: 'me', orderId: 'o', clientId, text: clientId, attachments: [] });
  }
  const [a, b] = $outbox.get();
  if (!a || !b) throw new Error('two messages');
  $messagesById.setKey('a', { ...a, state: 'failed' });
  $messagesById.setKey('b', { ...b, state: 'failed', again: false });
  restoreOutbox();
  expect($outbox.get().map((each) => each.state)).toEqual(['sending', 'failed', 'sending']);
  restoreOutbox('b');
  expect($outbox.get()[1]?.state).toBe('sending');
  removeFromOutbox('a');
  expect($outbox.get().map((each) => each.clientId)).toEqual(['b', 'c']);
  expect(queuedFor($outbox.get(), 'somebody else', 'o')).toEqual([]);
});
