import type { ProfileBody } from '../../catalog/profile/schema.ts';

/** What is known about a shop that may not be open yet. */
export interface FirstStepsFacts {
  isOpen: boolean;
  /** Something of the starter shop is left. */
  isStarter: boolean;
  profile: Pick<ProfileBody, 'name' | 'role' | 'sentence' | 'location' | 'country' | 'email'>;
  /** The owner has chosen a name, monogram, logo, colour or series. */
  hasBrand: boolean;
  gigs: { published: number; draft: string | null };
  pastWork: { published: number; drafts: number };
  /** The owner has saved cancellation terms. */
  hasTerms: boolean;
  /** What visitors do not find on the legal pages. */
  missingOnLegalPages: string[];
  keys: 'sandbox' | 'test' | 'live';
  /** The last result of a part's check; absent before the first one. */
  checks: Partial<Record<string, { state: 'good' | 'wrong' | 'skipped'; text: string }>>;
  purchase: { state: 'none' | 'open' | 'refunded'; isReported: boolean };
  /** A buyer has paid with the keys of this mode. */
  hasPaidOrder: boolean;
  mail: 'none' | 'sent' | 'arrived';
  /** Whether an answer to a test mail has arrived; null where mail cannot be answered. */
  testAnswer: 'none' | 'sent' | 'answered' | null;
  hasSecondFactor: boolean;
  /** The owner has looked at the whole shop as a visitor. */
  hasLooked: boolean;
}

export interface FirstStep {
  key: string;
  title: string;
  /** The state that was found, in one sentence or two. */
  state: string;
  isDone: boolean;
  isOptional: boolean;
  /** How long it takes, roughly. */
  minutes: number;
  /** What to do, and where: a page, or one of the actions that need no page. */
  action: string;
  to: string | { run: 'check' | 'open' };
}

/** Null where the shop has nothing of the kind. */
type Step = (
  facts: FirstStepsFacts,
) => (Omit<FirstStep, 'isOptional' | 'minutes'> & { isOptional?: true }) | null;

const PROFILE_FIELDS = {
  ...{ name: 'your name', role: 'what you are', sentence: 'what you offer' },
  ...{ location: 'where you work', country: 'your country', email: 'your e-mail address' },
} as const;

const AND = new Intl.ListFormat('en-GB');

const you: Step = ({ profile, isStarter }) => {
  const step = { key: 'you', title: 'Who you are' };
  if (isStarter) {
    const state = 'Content of the starter shop is still here.';
    return { ...step, state, isDone: false, action: 'Remove it', to: '/desk/publish' };
  }
  const fields = Object.keys(PROFILE_FIELDS) as (keyof typeof PROFILE_FIELDS)[];
  const missing = fields.filter((field) => !profile[field]).map((field) => PROFILE_FIELDS[field]);
  const isDone = missing.length === 0;
  const state = isDone ? `${profile.name}, ${profile.role}.` : `Missing: ${AND.format(missing)}.`;
  return { ...step, state, isDone, action: 'Fill in the profile', to: '/desk/profile' };
};

const brand: Step = ({ hasBrand }) => ({
  ...{ key: 'brand', title: 'Your brand', isDone: hasBrand, isOptional: true },
  state: hasBrand
    ? 'The studio has its own name, monogram, logo, colour or receipt series.'
    : 'Your initials and the standard colour are used.',
  ...{ action: 'Choose a brand', to: '/desk/profile#brand' },
});

const gig: Step = ({ gigs: { published, draft } }) => {
  const step = { key: 'gig', title: 'Your first package', isDone: published > 0 };
  if (draft && !step.isDone) {
    const state = 'It is a draft: visitors see it once you list it.';
    return { ...step, state, action: 'Finish it', to: `/desk/gigs/${draft}` };
  }
  const state = step.isDone
    ? `${published === 1 ? 'One gig is' : `${published} gigs are`} listed.`
    : 'Begin with a template, or import what you have.';
  return { ...step, state, action: 'Make a gig', to: '/desk/gigs/new' };
};

const work: Step = ({ pastWork: { published, drafts } }) => ({
  ...{ key: 'work', title: 'Past work', isDone: published > 0, isOptional: true },
  state:
    published > 0
      ? `${published === 1 ? 'One piece is' : `${published} pieces are`} listed.`
      : drafts > 0
        ? 'All of it is drafts: visitors see a piece once you list it.'
        : 'Without any, the site leaves the section out.',
  action: 'Show a piece',
  to: drafts > 0 ? '/desk/past-work' : '/desk/past-work/new',
});

const terms: Step = ({ hasTerms }) => ({
  ...{ key: 'terms', title: 'Terms', isDone: hasTerms },
  state: hasTerms
    ? 'You have saved what a cancellation refunds.'
    : 'The standard terms apply. Read what a cancellation refunds, and save it as yours.',
  ...{ action: 'Check the terms', to: '/desk/terms' },
});

const legal: Step = ({ missingOnLegalPages: missing }) => ({
  ...{ key: 'legal', title: 'Legal details', isDone: missing.length === 0 },
  state:
    missing.length === 0 ? 'The legal pages are complete.' : `Missing: ${AND.format(missing)}.`,
  ...{ action: 'Fill in the details', to: '/desk/legal' },
});

const MODES = {
  sandbox: 'The sandbox of this machine takes payments: no real money moves.',
  test: 'Test keys: no real money moves. Set the live ones before you sell.',
  live: 'Live keys: buyers pay real money.',
};

const keys: Step = ({ keys: mode, checks: { Payment: check } }) => ({
  ...{ key: 'keys', title: 'Payment keys', isDone: check?.state === 'good' },
  state:
    check?.state === 'wrong'
      ? check.text
      : `${MODES[mode]}${check ? '' : ' Not checked with Razorpay yet.'}`,
  ...{ action: 'Check the keys', to: { run: 'check' } },
});

const purchase: Step = ({ purchase: { state, isReported }, hasPaidOrder, checks }) => {
  const step = { key: 'purchase', title: 'A payment of ₹1', isDone: true };
  const to = '/one-rupee';
  const action = state === 'open' ? 'Continue' : 'Pay ₹1';
  if (hasPaidOrder) return { ...step, state: 'A buyer has paid.', action, to };
  if (state === 'refunded' && isReported) {
    const done = 'Paid, reported by Razorpay’s webhook, and refunded.';
    return { ...step, state: done, action, to };
  }
  const webhook = checks['Webhook'];
  const problem = webhook?.state === 'wrong' ? ` ${webhook.text}` : '';
  const found = {
    none: 'Pay ₹1 and get it back: it proves keys, webhook and refund.',
    open: 'The purchase is open, and nothing is refunded yet.',
    refunded: `Paid and refunded, but Razorpay’s webhook has reported nothing.${problem}`,
  };
  return { ...step, isDone: false, state: found[state], action, to };
};

const mail: Step = ({ mail: proof, hasPaidOrder, checks }) => {
  const step = { key: 'mail', title: 'Mail' };
  const broken = [checks['Mail'], checks['Mail records']].find((each) => each?.state === 'wrong');
  const arrives = proof === 'arrived' || hasPaidOrder;
  const isDone = arrives && !broken;
  if (arrives) {
    const state = broken?.text ?? 'Mail from your shop arrives.';
    return { ...step, isDone, state, action: 'See the checks', to: '/desk/doctor' };
  }
  // Nothing is sent, so there is nothing to prove.
  if (checks['Mail']?.state === 'skipped') {
    const state = `${checks['Mail'].text} Buyers get none until a mail server is set.`;
    const found = { isDone, state, isOptional: true } as const;
    return { ...step, ...found, action: 'See the checks', to: '/desk/doctor' };
  }
  const state =
    proof === 'sent'
      ? 'A test mail was sent: open the link in it.'
      : 'A link in a test mail proves that mail arrives.';
  const action = proof === 'sent' ? 'Send another' : 'Send a test mail';
  return {
    ...{ ...step, isDone, state: broken ? `${broken.text} ${state}` : state },
    ...{ action, to: { run: 'check' } },
  };
};

const replies: Step = ({ testAnswer, checks: { 'Mail answers': check } }) => {
  if (!testAnswer) return null;
  const isBroken = check?.state === 'wrong';
  const states = {
    none: 'Send a test mail, and answer it.',
    sent: 'A test mail was sent: answer it.',
    answered: 'An answer to a test mail arrived.',
  };
  return {
    ...{ key: 'replies', title: 'Answers by mail', isOptional: true },
    isDone: testAnswer === 'answered' && !isBroken,
    state: isBroken ? check.text : states[testAnswer],
    action: testAnswer === 'none' ? 'Send a test mail' : 'Send another',
    to: { run: 'check' },
  };
};

const backups: Step = ({ checks: { Backup: check } }) => ({
  ...{ key: 'backups', title: 'Backups', isDone: check?.state === 'good' },
  // PostgreSQL has its own, which cannot be seen from here.
  ...(check?.state === 'skipped' && { isOptional: true }),
  state:
    check?.state === 'good'
      ? 'A backup a day is made, and was opened to check it.'
      : (check?.text ?? 'Not checked yet.'),
  ...{ action: 'See the backups', to: '/desk/backups' },
});

const factor: Step = ({ hasSecondFactor }) => ({
  ...{ key: 'factor', title: 'A second factor', isDone: hasSecondFactor },
  state: hasSecondFactor
    ? 'Your account needs more than a password.'
    : 'Terms, refunds and backups of a published studio need a passkey or an authenticator app.',
  ...{ action: 'Add a passkey', to: '/settings#keys' },
});

const look: Step = ({ hasLooked, isOpen }) => ({
  ...{ key: 'look', title: 'Look at the shop as a visitor', isDone: hasLooked || isOpen },
  state:
    hasLooked || isOpen ? 'You have seen its pages.' : 'Every page, as it will be once it is open.',
  ...{ action: 'Look at it', to: '/desk/look' },
});

const open: Step = ({ isOpen }) => ({
  ...{ key: 'open', title: 'Open the shop', isDone: isOpen },
  state: isOpen ? 'It is open.' : 'Until then visitors see that it opens soon.',
  ...{ action: 'Open the shop', to: { run: 'open' } },
});

// Terms, and what moves money, can only be changed with a second factor.
const STEPS: [Step, minutes: number][] = [
  [you, 3],
  [brand, 2],
  [gig, 6],
  [work, 5],
  [factor, 1],
  [terms, 2],
  [legal, 3],
  [keys, 1],
  [purchase, 2],
  [mail, 1],
  [replies, 1],
  [backups, 2],
  [look, 2],
  [open, 1],
];

/** What a new shop needs, in the order that makes sense. Each step knows by itself whether it is done. */
export const firstSteps = (facts: FirstStepsFacts): FirstStep[] =>
  STEPS.flatMap(([step, minutes]) => {
    const found = step(facts);
    return found ? { isOptional: false, minutes, ...found } : [];
  });

/** Whether an open step already says what is wrong. A step that is done hides nothing. */
export const isTold = ({ text }: { text: string }, steps: FirstStep[]): boolean =>
  steps.some(({ isDone, state }) => !isDone && state.includes(text));

export const isUnfinished = (steps: FirstStep[]): boolean =>
  steps.some(({ isDone, isOptional }) => !isDone && !isOptional);
