import type { GigForm } from './owner-gigs-store.ts';

const plan = (
  planType: string,
  [title, price, deliveryDays]: [string, number, number],
  features: string[],
): GigForm['PricingPlans'][number] => ({
  ...{ planType, title, price, deliveryDays, features, revisionCount: 2, questions: [] },
  shortDescription: `${features[0]} and what belongs to it.`,
});

const template = (more: Partial<GigForm>): Partial<GigForm> => more;

/** Drafts to begin with. Words and prices are suggestions, which the owner replaces. */
export const GIG_TEMPLATES = {
  'A website': template({
    title: 'A website for your business',
    description:
      '<p>A website of a few pages: what you do, for whom, and how to reach you. You send texts and pictures, I design and build it.</p>',
    PricingPlans: [
      plan('Basic', ['One page', 15_000, 7], ['One page', 'A contact form']),
      plan(
        'Standard',
        ['Up to five pages', 35_000, 14],
        ['Five pages', 'A contact form', 'A blog'],
      ),
    ],
    FAQ: [{ question: 'What do you need from me?', answer: 'Your texts, pictures and logo.' }],
  }),
  'An application': template({
    title: 'A web application from your idea',
    description:
      '<p>An application in the browser, with accounts and a database. We agree on what it does before I begin.</p>',
    PricingPlans: [
      plan('Basic', ['A first version', 60_000, 21], ['One main task of your users', 'Accounts']),
    ],
    FAQ: [{ question: 'Who owns the code?', answer: 'You do, once it is paid.' }],
  }),
  'Regular care': template({
    title: 'Care for your website, by the month',
    description: '<p>Updates, backups and small changes for a website that exists already.</p>',
    PricingPlans: [
      plan('Basic', ['One month', 5_000, 30], ['Updates and backups', 'Two hours of changes']),
    ],
    FAQ: [],
  }),
};
