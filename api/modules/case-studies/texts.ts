import type { Consent, Part } from './rules.ts';

const eitherOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** A part, as its client is asked for it. */
export function labelOf(
  part: Part,
  { names, title }: { names: readonly string[]; title: string },
): string {
  const labels: Record<Part, string> = {
    text: `A text about “${title}”`,
    name: `The name ${eitherOf.format(names)}, and a link to you`,
    pictures: 'Pictures of the work, also with your logo',
    figures: 'Figures: what it changed, and what it cost',
    quotation: 'A quotation of yours',
  };
  return labels[part];
}

const IN_SENTENCES: Record<Part, string> = {
  text: 'the text',
  name: 'the client’s name or a link to them',
  pictures: 'pictures',
  figures: 'figures or prices',
  quotation: 'this quotation',
};

const listed = new Intl.ListFormat('en-GB');
const inOneSentence = (parts: readonly Part[]) =>
  listed.format(parts.map((part) => IN_SENTENCES[part]));

export const MAX_WORDS = 1_000;
export const WORDS_LONG = `Please keep the quotation to ${MAX_WORDS} characters.`;
export const WORDS_NEEDED = 'Please write what may be quoted.';
export const UNKNOWN_REQUEST = 'There is no such question.';
export const NOT_COMPLETED = 'A case study is made of a completed order that was not refunded.';
export const ALREADY_ASKED =
  'You have asked already, and the client has not answered yet. Nothing is shown until then.';
export const CLIENT_GONE = 'The client’s account is gone, so nobody can agree to a case study.';
export const ALREADY_ANSWERED =
  'You have answered already. In your settings you can take back what you allowed.';
export const ORDER_ENDED =
  'This order has ended without a result to show, so there will be no case study of it. Nothing is shown.';
export const NOTHING_LEFT = 'Nothing of this is allowed any more.';
export const PICTURE_OF_ORDER =
  'One of these pictures is from a client’s order: only its case study may show it. Please take it out.';
export const ASKED = 'Drafted. The client is asked what may be shown.';
export const QUESTION =
  'May I show this work as a case study on my site? Please choose what may be shown, part by part. Without an answer nothing is shown.';
export const NOT_ANSWERED =
  'The client has not answered yet what may be shown. Until then this stays a draft.';

export const answeredMessage = (parts: readonly Part[]): string =>
  parts.length === 0
    ? 'Nothing is shown.'
    : 'Thank you. You can take any part back in your settings, at any time.';

export const WITHDRAWN = 'Taken back. It is gone from the site within a minute.';

/** Why a case study cannot be published. */
export function refusalOf(refused: readonly Part[], { isAnswered, allowed }: Consent): string {
  if (!isAnswered) return NOT_ANSWERED;
  if (refused.includes('text'))
    return 'The client did not allow a text about this work, so nothing of it can be published.';
  const notAllowed = refused.filter((part) => !allowed.includes(part));
  if (notAllowed.length === 0)
    return 'The quotation is not what the client said here. Use their words as they are, or none.';
  return `The client did not allow ${inOneSentence(notAllowed)}. Take that out, or keep this as a draft.`;
}

export const toldAnswer = (name: string, parts: readonly Part[]): string =>
  parts.length === 0
    ? `${name} does not want a case study. Nothing of it can be published.`
    : `${name} has answered what a case study may show: ${inOneSentence(parts)}.`;

export const toldWithdrawal = (
  name: string,
  parts: readonly Part[],
  unclear: readonly string[],
): string =>
  [
    `${name} took back what a case study may show: ${inOneSentence(parts)}. It is out of the document and its earlier versions, and goes from every release.`,
    ...(unclear.length > 0
      ? [
          `But “${unclear.join('”, “')}” may be this client’s name or an ordinary word, so the page is offline: please take the name out of the text, and publish it again.`,
        ]
      : []),
  ].join(' ');
