import { expect } from 'vitest';
import type { Answer } from '../support/http-client.ts';
import type { TestApp } from '../support/test-app.ts';

/** Parts of what `hostile-values.ts` sends that a browser or a mail program must never read as markup. */
const MARKUP = ['<script>alert(1)', '"><img src=x'];

/** What holds for every answer: no failure, errors in our own words, nothing sent comes back as markup. */
export function checkAnswer({ status, body, headers }: Answer): void {
  if (status >= 500) expect.fail(`${status}: ${JSON.stringify(body).slice(0, 500)}`);
  const type = headers.get('content-type') ?? '';
  if (headers.get('x-content-type-options') !== 'nosniff') expect.fail('a type may be guessed');
  if (typeof body === 'string' && /html|xml|svg/.test(type)) expectNoMarkup(body);
  if (status >= 400) checkError({ type, body });
}

const INSIDE = /\bat .*\.ts|SqliteError|syntax error|undefined|\[object/;
const NOT_OURS = /^(Invalid input|Too big|Too small|Invalid string):/;

/** An error is JSON with a sentence, and nothing of what was thrown inside. */
function checkError({ type, body }: { type: string; body: Answer['body'] }): void {
  const text = String(body?.message);
  const isOurs = /^\p{Lu}.*\S$/su.test(text) && !INSIDE.test(text) && !NOT_OURS.test(text);
  if (!type.includes('application/json') || body.success !== false || !isOurs)
    expect.fail(`an error in other words, as ${type}: ${JSON.stringify(body)}`);
}

function expectNoMarkup(html: string): void {
  for (const part of MARKUP) expect(html.includes(part), 'what was sent is escaped').toBe(false);
}

/** Mails to people, whatever was sent into them. */
export function checkSentMails({ mail }: TestApp): void {
  for (const { html, headers } of mail.emails) {
    expectNoMarkup(html ?? '');
    expect(headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  }
}

/** Calls that took far more of the processor than others, with who sent what. */
export class SlowCalls {
  /** How many times the median. */
  static readonly #LIMIT = 20;
  /** Milliseconds that are never too many: some systems count the processor in steps of ten. */
  static readonly #ALWAYS = 50;
  /** While code is compiled every call is slow. */
  static readonly #FIRST = 300;
  readonly #times: number[] = [];
  #most = Number.POSITIVE_INFINITY;

  /** Times a call on the thread of the app; one that is too slow is made twice more, and the fastest counts. */
  async time(call: () => Promise<Answer>, name: () => string): Promise<Answer> {
    const [answer, time] = await timed(call);
    this.#times.push(time);
    if (this.#times.length % SlowCalls.#FIRST === 0)
      this.#most = Math.max(SlowCalls.#ALWAYS, SlowCalls.#LIMIT * medianOf(this.#times));
    if (time < this.#most) return answer;
    const again = [(await timed(call))[1], (await timed(call))[1]];
    if (Math.min(...again) > this.#most)
      expect.fail(`${name()} took ${again} ms, others ${medianOf(this.#times)} ms`);
    return answer;
  }
}

/** Milliseconds of the processor, on this thread: hashing and pictures have threads of their own. */
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

function medianOf(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
