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
        how: 'We send an amount and an order number, and receive a payment number back.',
      },
      {
        title: 'Prices are decided on the server',
        text: 'What your browser says a package costs is never believed.',
        how: 'The total is computed again from the stored packages and extras. When it differs, you are asked to review your order before anything is paid.',
      },
      {
        title: 'A payment counts when the provider confirms it',
        text: 'A signed message from the browser alone never marks an order as paid.',
        how: 'The payment is fetched from the provider and must be captured, for this order, in this amount and currency.',
      },
    ],
  },
  {
    id: 'data',
    title: 'Data security',
    claims: [
      {
        title: 'Passwords are hashed with Argon2id',
        text: 'Nobody can read your password here, the owner included.',
        how: 'Argon2id with a salt of its own for every account.',
      },
      {
        title: 'Orders survive a power cut',
        text: 'When the site says an order is stored, it is on the disk.',
        how: 'Every order is one transaction, flushed to the disk before the answer is sent.',
      },
      {
        title: 'Nothing is loaded from strangers',
        text: 'No analytics, no advertising, no fonts from elsewhere.',
        how: 'Everything comes from this address. The one exception is the provider’s payment window, when you pay.',
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
        how: 'A code by mail, for your account only, valid for ten minutes and five tries.',
      },
      {
        title: 'Other sites cannot act in your name',
        text: 'A page elsewhere cannot place an order or send a message for you.',
        how: 'Calls that change something need a token from this site and an allowed origin.',
      },
      {
        title: 'Foreign scripts are refused',
        text: 'Your browser is told which scripts belong to this site.',
        how: 'A content security policy that names them.',
      },
    ],
  },
  {
    id: 'sessions',
    title: 'Sessions',
    claims: [
      {
        title: 'Scripts cannot read your session',
        text: 'The cookie that keeps you signed in is closed to them.',
        how: 'HttpOnly and SameSite, and sent over https only where the site runs on https.',
      },
      {
        title: 'A stolen database opens no session',
        text: 'What is stored cannot be used to sign in.',
        how: 'Only the SHA-256 hash of a random 256-bit token is kept.',
      },
      {
        title: 'Sessions end',
        text: 'After seven days without a visit, after thirty days in any case, and at once when you sign out or reset your password.',
        how: 'The server forgets the token, so a copied cookie is worthless.',
      },
    ],
  },
];

export const ORDER_STEPS = [
  { title: 'Order', text: 'Choose a package and extras. The server computes the price.' },
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
  'The database file is not encrypted by this software; that is left to the disk it lies on.',
  'No certificate such as PCI DSS, SOC 2 or ISO 27001 is claimed. Card data is the payment provider’s business.',
  'No outside audit has been made.',
];
