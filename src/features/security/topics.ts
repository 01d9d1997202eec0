interface Claim {
  title: string;
  text: string;
  how: string;
}

interface Topic {
  id: string;
  title: string;
  claims: Claim[];
}

/** Only features that this software really has, each with an explanation. */
export const SECURITY_TOPICS: Topic[] = [
  {
    id: 'payment',
    title: 'Payment protection',
    claims: [
      {
        title: 'Your card never reaches this server',
        text: 'Card, UPI and bank details are typed into the payment provider’s own window.',
        how: 'The provider gets the amount and your order number, and tells us only whether you have paid.',
      },
      {
        title: 'You pay the price you saw',
        text: 'Nobody can change the price of a package on its way to us.',
        how: 'We compute the total again before you pay. If it has changed, you review your order first.',
      },
      {
        title: 'A payment counts when the provider confirms it',
        text: 'No order is marked as paid on the word of a browser.',
        how: 'We ask the provider, which must hold the payment for this order, in this amount and currency.',
      },
    ],
  },
  {
    id: 'data',
    title: 'Data security',
    claims: [
      {
        title: 'Nobody can read your password',
        text: 'Not the owner, and not somebody who steals the database.',
        how: 'We keep a scrambled form of it that cannot be turned back.',
      },
      {
        title: 'Orders survive a power cut',
        text: 'An order that the site has confirmed is not lost.',
        how: 'It is saved completely, or not at all, before you see the confirmation.',
      },
      {
        title: 'No third parties',
        text: 'No analytics, no advertising, no fonts from elsewhere.',
        how: 'Everything comes from this site, except the payment window when you pay.',
      },
    ],
  },
  {
    id: 'account',
    title: 'Account protection',
    claims: [
      {
        title: 'Your e-mail is verified first',
        text: 'Orders need an account whose address has been confirmed.',
        how: 'A code by e-mail that works for your account only, for ten minutes and five tries.',
      },
      {
        title: 'Other sites cannot act in your name',
        text: 'A page elsewhere cannot place an order or send a message for you.',
        how: 'Whatever you change is accepted from the pages of this site only.',
      },
      {
        title: 'Only our own code runs on our pages',
        text: 'What others may slip into a page does nothing.',
        how: 'Every page names the scripts that belong to it, and your browser refuses all others.',
      },
    ],
  },
  {
    id: 'sessions',
    title: 'Staying signed in',
    claims: [
      {
        title: 'Your sign-in cannot be read by scripts',
        text: 'The cookie that keeps you signed in is hidden from every page, ours included.',
        how: 'Only your browser and our server see it, and other sites cannot use it for you.',
      },
      {
        title: 'A stolen database signs nobody in',
        text: 'What we store about your sign-ins is useless to a thief.',
        how: 'The key itself is only in your browser; we keep just enough to recognise it.',
      },
      {
        title: 'Sign-ins end by themselves',
        text: 'After seven days without a visit, after thirty days in any case, and at once when you sign out or reset your password.',
        how: 'From then on, a copied cookie is worthless.',
      },
    ],
  },
];

export const ORDER_STEPS = [
  { title: 'Order', text: 'Choose a package and extras, and see the price.' },
  { title: 'Pay', text: 'In the provider’s window, at once or in two milestones.' },
  { title: 'Confirm', text: 'The payment is checked with the provider before work starts.' },
  {
    title: 'Talk',
    text: 'Messages and revisions stay with the order, between you, the owner and the assistants whom the owner has invited.',
  },
];

export const NOT_COVERED = [
  'Sign-in with Google or GitHub is switched off.',
  'Messages are not end-to-end encrypted: you, the owner and invited assistants read them, and so could whoever runs the server.',
  'The database is not encrypted by this software, only by the disk it is on, where the host has set that up.',
  'No certificate such as PCI DSS, SOC 2 or ISO 27001 is claimed. Card data is the payment provider’s business.',
  'No outside audit has been made.',
];
