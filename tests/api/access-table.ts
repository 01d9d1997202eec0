import { ALL_KINDS } from '../../api/modules/catalog/content/kinds.ts';
import { ADDRESS, PASSWORD } from '../support/people.ts';

/**
 * The callers: without a session, unverified, the buyer of the object, another buyer, an assistant, the owner, and
 * the buyer with an unknown id (`random`) and with an invalid one (`malformed`).
 */
export const CALLERS = [
  'visitor',
  'unverified',
  'buyer',
  'other',
  'assistant',
  'owner',
  'random',
  'malformed',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The status that each caller gets; `-` when a call concerns no object of a person. */
type Answers = Record<'visitor' | 'unverified' | 'buyer', number> &
  Record<'owner' | 'assistant' | 'other' | 'random' | 'malformed', number | '-'>;

/** The objects that calls refer to; new ones are created after each call that may have changed them. */
export interface ObjectIds {
  orderId: string;
  sessionId: string;
  gigId: string;
  userId: string;
  notificationId: string;
  attachmentId: string;
  revisionId: string;
  conversationId: string;
  quoteId: string;
  changeId: string;
  caseStudyId: string;
}

interface Row {
  /** The object whose id is in the path or the body. */
  about?: keyof ObjectIds;
  /** Builds the request body, with the id when the path has none. */
  body?: (id: string) => unknown;
  /** Needs a confirmation of the last ten minutes: of everybody, or of people who have a second factor. */
  confirmed?: 'always' | 'with a factor';
  answers: Answers;
}

const NO_OBJECT = { other: '-', random: '-', malformed: '-' } as const;

/** Everybody, signed in or not. */
const everybody = (status: number): Answers => ({
  visitor: status,
  unverified: status,
  buyer: status,
  assistant: status,
  owner: status,
  ...NO_OBJECT,
});

/** Everybody, about a public object. */
const everybodyAbout = (status: number): Answers => ({
  ...everybody(status),
  other: status,
  random: 404,
  malformed: 404,
});

/** Every signed-in person, about themself. */
const signedIn = (status: number): Answers => ({ ...everybody(status), visitor: 401 });

/** Every verified person, about themself. */
const verified = (status: number): Answers => ({ ...signedIn(status), unverified: 403 });

/** Every verified person but assistants, about themself. */
const buyersOf = (status: number): Answers => ({ ...verified(status), assistant: 403 });

/** Only the buyer of the object; everybody else gets a 404. */
const itsBuyer = (status: number): Answers => ({
  visitor: 401,
  unverified: 403,
  buyer: status,
  other: 404,
  assistant: 403,
  owner: 404,
  random: 404,
  malformed: 404,
});

/** The buyer of the object, and the owner. */
const buyerAndOwner = (status: number): Answers => ({ ...itsBuyer(status), owner: status });

/** The buyer of the object, the owner, and assistants. */
const bothSides = (status: number): Answers => ({ ...buyerAndOwner(status), assistant: status });

/** Only the owner, about one object. */
const ownerOnly = (status: number): Answers => ({
  ...itsBuyer(403),
  owner: status,
  other: 403,
  random: 403,
  malformed: 403,
});

/** Only the owner, about no single object. */
const owners = (status: number | '-'): Answers => ({ ...buyersOf(403), owner: status });

/** The owner and assistants. */
const staff = (status: number): Answers => ({ ...owners(status), assistant: status });

/** The calls with which the owner edits a kind of content. */
const contentItems = (many: string): Record<string, Row> => ({
  [`GET /api/v1/desk/${many}`]: { answers: owners(200) },
  [`POST /api/v1/desk/${many}`]: { answers: owners(400) },
  [`PUT /api/v1/desk/${many}/order`]: { answers: owners(400) },
  [`GET /api/v1/desk/${many}/:id`]: { answers: owners(404) },
  [`PUT /api/v1/desk/${many}/:id`]: { answers: owners(400) },
  [`PUT /api/v1/desk/${many}/:id/status`]: { answers: owners(400) },
  [`POST /api/v1/desk/${many}/:id/undo`]: { answers: owners(400) },
});

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NEW_PASSWORD = 'Another-Ferry-43';
const RESULT = {
  razorpay_order_id: 'order_AAAAAAAAAAAAAA',
  razorpay_payment_id: 'pay_AAAAAAAAAAAAAA',
  razorpay_signature: '0'.repeat(64),
};

/** One row per route. A route without a row fails the test. */
export const ACCESS: Record<string, Row> = {
  'GET /*': { answers: everybody(200) },
  'GET /healthz': { answers: everybody(200) },
  'GET /readyz': { answers: everybody(200) },
  // Only with METRICS_TOKEN.
  'GET /metrics': { answers: everybody(404) },
  'GET /media/:file': { answers: everybody(404) },
  // Authenticated by its signature, not by a session.
  'POST /api/v1/gig/webhook': { answers: everybody(400) },
  'POST /api/v1/gig/order/payment-callback': { answers: everybody(303) },
  'POST /api/v1/gig/order/payment-callback/link': { answers: everybody(303) },
  'POST /api/v1/gig/order/payment-link/read': { answers: everybody(404) },
  'POST /api/v1/gig/order/payment-link/open': { answers: everybody(404) },
  'POST /api/v1/gig/order/payment-result': { answers: everybody(410) },

  'GET /api/v1/gig/get': { answers: everybody(200) },
  'GET /api/v1/gig/get/:gigId': { about: 'gigId', answers: everybodyAbout(200) },
  'GET /api/v1/gig/availability/:gigId': { about: 'gigId', answers: everybody(200) },
  'GET /api/v1/gig/reviews': { answers: everybody(200) },
  'GET /api/v1/gig/review/:gigId': { about: 'gigId', answers: everybodyAbout(200) },
  'GET /api/v1/client/get-project': { answers: everybody(200) },
  'GET /api/v1/calendar/:file': { answers: everybody(404) },
  'GET /api/v1/pdf/:version/:folder{cmaps|iccs|standard_fonts|wasm}/:file': {
    answers: everybody(404),
  },
  'GET /api/v1/client/legal/:version': { answers: everybody(404) },

  'GET /api/v1/user/check-token': { answers: everybody(200) },
  'GET /api/v1/user/check-auth-user': { answers: signedIn(200) },
  'POST /api/v1/user/sign-up': {
    body: () => ({
      name: 'Dev Anand',
      email: `${crypto.randomUUID()}@new.example`,
      password: PASSWORD,
    }),
    answers: everybody(201),
  },
  'POST /api/v1/user/sign-in': {
    body: () => ({ email: 'nobody@new.example', password: 'not-this-one' }),
    answers: everybody(401),
  },
  'POST /api/v1/user/sign-in/code': {
    body: () => ({ email: `${crypto.randomUUID()}@new.example` }),
    answers: everybody(200),
  },
  'POST /api/v1/user/sign-in/code/confirm': {
    body: () => ({ code: '000000' }),
    answers: everybody(400),
  },
  'POST /api/v1/user/sign-in/not-me': { body: () => ({ token: 'none' }), answers: everybody(400) },
  'GET /api/v1/user/sign-in/with-passkey': { answers: everybody(200) },
  'POST /api/v1/user/sign-in/with-passkey': {
    body: () => ({ passkey: { id: 'none', response: {} } }),
    answers: everybody(401),
  },
  // No caller has an unfinished sign-in.
  'POST /api/v1/user/sign-in/lost-factors': { answers: everybody(401) },
  'POST /api/v1/user/sign-in/passkey': { answers: everybody(401) },
  'POST /api/v1/user/sign-in/confirm': {
    body: () => ({ code: '000000' }),
    answers: everybody(401),
  },
  'POST /api/v1/user/verify-email': { body: () => ({ code: '000000' }), answers: signedIn(400) },
  'POST /api/v1/user/resend-code': { answers: { ...signedIn(409), unverified: 200 } },
  'POST /api/v1/user/forget-password': {
    body: () => ({ email: `${crypto.randomUUID()}@new.example` }),
    answers: everybody(200),
  },
  'POST /api/v1/user/reset-password/:token': {
    body: () => ({ password: NEW_PASSWORD }),
    answers: everybody(400),
  },
  'POST /api/v1/user/invitation/:token': {
    body: () => ({ name: 'Ravi', password: NEW_PASSWORD }),
    answers: everybody(400),
  },
  'POST /api/v1/user/logout': { answers: everybody(200) },

  'POST /api/v1/user/name': { body: () => ({ name: 'Dev Anand' }), answers: verified(200) },
  'POST /api/v1/user/picture': { body: () => ({ avatar: PIXEL }), answers: verified(200) },
  'DELETE /api/v1/user/picture': { answers: verified(200) },
  'POST /api/v1/user/password': {
    body: () => ({ password: 'not-this-one', newPassword: NEW_PASSWORD }),
    confirmed: 'with a factor',
    answers: verified(403),
  },
  // Of nobody's copies.
  'POST /api/v1/user/paper-copies/stop': { body: () => ({ token: '' }), answers: everybody(404) },
  'GET /api/v1/user/paper-copies': { answers: verified(200) },
  'POST /api/v1/user/paper-copies': {
    body: () => ({ email: 'accounts@buyers.example' }),
    confirmed: 'always',
    answers: verified(409),
  },
  'POST /api/v1/user/paper-copies/confirm': {
    body: () => ({ code: '000000' }),
    answers: verified(400),
  },
  'DELETE /api/v1/user/paper-copies': { answers: verified(200) },
  'GET /api/v1/user/case-studies': { answers: verified(200) },
  'POST /api/v1/user/case-studies/:id/answer': {
    about: 'caseStudyId',
    body: () => ({ parts: [] }),
    answers: { ...itsBuyer(200), assistant: 404 },
  },
  'POST /api/v1/user/case-studies/:id/withdraw': {
    about: 'caseStudyId',
    body: () => ({ parts: ['text'] }),
    answers: { ...itsBuyer(409), assistant: 404 },
  },
  'GET /api/v1/user/email': { answers: verified(200) },
  'POST /api/v1/user/email': {
    body: () => ({ email: `${crypto.randomUUID()}@new.example`, password: 'not-this-one' }),
    confirmed: 'with a factor',
    answers: verified(403),
  },
  'POST /api/v1/user/email/confirm': { body: () => ({ code: '000000' }), answers: verified(400) },
  'DELETE /api/v1/user/email': { answers: verified(200) },
  'GET /api/v1/user/second-factor': { answers: verified(200) },
  'POST /api/v1/user/second-factor/totp': { confirmed: 'always', answers: verified(200) },
  'POST /api/v1/user/second-factor/totp/confirm': {
    body: () => ({ code: '000000' }),
    confirmed: 'always',
    answers: verified(400),
  },
  'DELETE /api/v1/user/second-factor/totp': { confirmed: 'always', answers: verified(200) },
  'POST /api/v1/user/second-factor/passkeys/options': {
    confirmed: 'always',
    answers: verified(200),
  },
  'POST /api/v1/user/second-factor/passkeys': { confirmed: 'always', answers: verified(400) },
  'PUT /api/v1/user/second-factor/passkeys/:id': {
    body: () => ({ name: 'Laptop' }),
    answers: verified(404),
  },
  'DELETE /api/v1/user/second-factor/passkeys/:id': { confirmed: 'always', answers: verified(404) },
  'POST /api/v1/user/second-factor/recovery-codes': { confirmed: 'always', answers: verified(200) },
  'POST /api/v1/user/second-factor/suspended/:id': { confirmed: 'always', answers: verified(404) },
  'DELETE /api/v1/user/second-factor/suspended/:id': {
    confirmed: 'always',
    answers: verified(404),
  },
  'GET /api/v1/user/confirmation': { confirmed: 'always', answers: verified(200) },
  'GET /api/v1/user/confirmation/ways': { answers: verified(200) },
  'POST /api/v1/user/confirmation': {
    body: () => ({ password: 'not-this-one' }),
    answers: verified(403),
  },
  // Everybody here has a password.
  'POST /api/v1/user/confirmation/code': { answers: verified(403) },
  'POST /api/v1/user/confirmation/passkey': { answers: verified(200) },
  'GET /api/v1/user/sessions': { answers: signedIn(200) },
  'DELETE /api/v1/user/sessions': { answers: signedIn(200) },
  'DELETE /api/v1/user/sessions/:id': {
    about: 'sessionId',
    answers: { ...itsBuyer(200), unverified: 404, assistant: 404 },
  },
  'GET /api/v1/user/export': { answers: signedIn(200) },
  'GET /api/v1/user/delete': { answers: signedIn(200) },
  'POST /api/v1/user/delete': {
    body: () => ({ password: 'not-this-one' }),
    confirmed: 'with a factor',
    answers: signedIn(403),
  },

  'GET /api/v1/gig/order/checkout': { answers: buyersOf(200) },
  'GET /api/v1/gig/order/under-way': { answers: buyersOf(200) },
  'POST /api/v1/gig/order/place': { answers: buyersOf(400) },
  'POST /api/v1/gig/order/verify': { body: () => RESULT, answers: buyersOf(404) },
  'POST /api/v1/gig/order/payRemainingAmount': {
    about: 'orderId',
    body: (orderId) => ({ orderId }),
    answers: itsBuyer(409),
  },
  'GET /api/v1/gig/order/money': { answers: buyersOf(200) },
  'POST /api/v1/gig/order/:orderId/money/check': { about: 'orderId', answers: itsBuyer(200) },
  'GET /api/v1/gig/order/:orderId/payment-link': { about: 'orderId', answers: itsBuyer(200) },
  'POST /api/v1/gig/order/:orderId/payment-link': { about: 'orderId', answers: itsBuyer(201) },
  'DELETE /api/v1/gig/order/:orderId/payment-link': { about: 'orderId', answers: itsBuyer(404) },
  'POST /api/v1/gig/order/:orderId/cancel': {
    about: 'orderId',
    body: () => ({ refund: 1 }),
    answers: itsBuyer(409),
  },
  'POST /api/v1/gig/order/verifyRemainingPayment': {
    about: 'orderId',
    body: (orderId) => ({ orderId, ...RESULT }),
    answers: itsBuyer(404),
  },
  // Another person's checkout looks like one that was never placed.
  'GET /api/v1/gig/order/checkout/:checkoutId': { answers: buyersOf(200) },
  'POST /api/v1/gig/order/discount': { answers: buyersOf(400) },
  'GET /api/v1/gig/order/last-address': { answers: buyersOf(200) },
  'PUT /api/v1/gig/order/last-address': { answers: buyersOf(400) },
  'POST /api/v1/gig/order/payAgain': {
    about: 'orderId',
    body: (orderId) => ({ orderId }),
    answers: itsBuyer(200),
  },
  'GET /api/v1/gig/order/:orderId/requirements': { about: 'orderId', answers: itsBuyer(200) },
  // Refused because the order is unpaid.
  'PUT /api/v1/gig/order/:orderId/requirements': {
    about: 'orderId',
    body: () => ({ text: 'A calm site.', links: [] }),
    answers: itsBuyer(409),
  },
  'POST /api/v1/gig/order/:orderId/sent': { about: 'orderId', answers: itsBuyer(200) },
  'POST /api/v1/gig/order/deductions': {
    body: () => ({ amount: 1, country: 'India', state: 'Goa' }),
    answers: buyersOf(200),
  },
  'GET /api/v1/gig/order/:orderId/deductions': { about: 'orderId', answers: itsBuyer(200) },
  'PUT /api/v1/gig/order/:orderId/certificate': {
    about: 'orderId',
    body: () => ({ part: 'none', number: '' }),
    answers: itsBuyer(404),
  },
  'GET /api/v1/gig/order/:orderId/receipts/:file': { about: 'orderId', answers: itsBuyer(404) },

  'GET /api/v1/desk/assistants': { answers: owners(200) },
  'POST /api/v1/desk/assistants/invitations': {
    body: () => ({ email: `${crypto.randomUUID()}@new.example` }),
    confirmed: 'always',
    answers: owners(201),
  },
  'DELETE /api/v1/desk/assistants/invitations/:id': { answers: owners(404) },
  'DELETE /api/v1/desk/assistants/:id': { answers: owners(404) },
  'GET /api/v1/desk/payments': { answers: owners(200) },
  'GET /api/v1/desk/payments/compensations': { answers: owners(200) },
  'POST /api/v1/desk/payments/refusal/seen': { answers: owners(200) },
  'POST /api/v1/desk/payments/compensations/:orderId/settle': {
    about: 'orderId',
    body: () => ({ reference: 'UPI 1234' }),
    confirmed: 'always',
    answers: ownerOnly(404),
  },
  'POST /api/v1/desk/payments/instalments/:id/waive': { confirmed: 'always', answers: owners(404) },
  'POST /api/v1/desk/payments/instalments/:id/move': {
    body: () => ({ day: '2126-01-01' }),
    answers: owners(404),
  },
  'GET /api/v1/desk/payments/refund-speed': { answers: owners(200) },
  'PUT /api/v1/desk/payments/refund-speed': {
    body: () => ({ speed: 'normal' }),
    confirmed: 'always',
    answers: owners(200),
  },
  'GET /api/v1/desk/payments/dollars': { answers: owners(200) },
  'PUT /api/v1/desk/payments/dollars': {
    body: () => ({ isOn: false }),
    confirmed: 'always',
    answers: owners(200),
  },
  'DELETE /api/v1/desk/payments/links/:orderId': { about: 'orderId', answers: ownerOnly(404) },
  'POST /api/v1/desk/payments/:paymentId/refund': {
    body: () => ({ refundId: crypto.randomUUID() }),
    confirmed: 'always',
    answers: owners(404),
  },

  'GET /api/v1/gig/order/user-orders': { answers: verified(200) },
  'GET /api/v1/gig/order/:orderId': { about: 'orderId', answers: itsBuyer(200) },

  'POST /api/v1/gig/order/revision-request': {
    about: 'orderId',
    body: (orderId) => ({ orderId, revisionDescription: 'Larger, please.' }),
    answers: itsBuyer(409),
  },
  'GET /api/v1/gig/order/revision/:orderId': { about: 'orderId', answers: itsBuyer(200) },
  'PATCH /api/v1/desk/revisions/:id': {
    about: 'revisionId',
    // A request of an unpaid order can only be rejected.
    body: () => ({ status: 'Rejected' }),
    answers: { ...ownerOnly(200), assistant: 200 },
  },
  'POST /api/v1/gig/change': {
    about: 'orderId',
    body: (orderId) => ({ changeId: crypto.randomUUID(), orderId, description: 'More' }),
    answers: itsBuyer(409),
  },
  'POST /api/v1/gig/change/:id/accept': { about: 'changeId', answers: itsBuyer(409) },
  'POST /api/v1/gig/change/:id/decline': { about: 'changeId', answers: itsBuyer(200) },
  'POST /api/v1/gig/change/:id/withdraw': { about: 'changeId', answers: itsBuyer(409) },
  'GET /api/v1/desk/cancellation-terms': { answers: owners(200) },
  'PUT /api/v1/desk/cancellation-terms': {
    body: () => ({
      ...{ notAccepted: 100, accepted: 50, lateAfterDays: 7, sellerShare: 50 },
      version: 0,
    }),
    confirmed: 'always',
    answers: owners(409),
  },
  'GET /api/v1/desk/discounts': { answers: owners(200) },
  'POST /api/v1/desk/discounts': {
    body: () => ({ code: `CODE-${crypto.randomUUID().slice(0, 8)}`, percent: 10, amount: null }),
    confirmed: 'always',
    answers: owners(201),
  },
  'POST /api/v1/desk/discounts/:id/disable': { confirmed: 'always', answers: owners(404) },
  'POST /api/v1/desk/discounts/:id/enable': { confirmed: 'always', answers: owners(404) },
  'POST /api/v1/desk/changes': { answers: owners(400) },
  'POST /api/v1/desk/changes/:id/accept': { about: 'changeId', answers: ownerOnly(409) },
  'POST /api/v1/desk/changes/:id/decline': { about: 'changeId', answers: ownerOnly(409) },
  'POST /api/v1/desk/changes/:id/withdraw': { about: 'changeId', answers: ownerOnly(200) },
  'POST /api/v1/gig/review': {
    about: 'gigId',
    body: (gigId) => ({ gigId, rating: 5, comment: 'Fine.' }),
    answers: { ...buyersOf(403), other: 403, random: 403, malformed: 403 },
  },

  'POST /api/v1/communicate/send-message': {
    about: 'orderId',
    body: (orderId) => ({ orderId, messageText: 'Namaste' }),
    answers: bothSides(201),
  },
  'GET /api/v1/quote/waiting': { answers: buyersOf(200) },
  'GET /api/v1/quote/of/:conversationId': { about: 'conversationId', answers: buyerAndOwner(200) },
  'POST /api/v1/quote/:id/accept': {
    about: 'quoteId',
    body: () => ({ addressInfo: ADDRESS }),
    answers: itsBuyer(201),
  },
  'POST /api/v1/quote/:id/decline': { about: 'quoteId', answers: itsBuyer(200) },
  'GET /api/v1/desk/quotes/of/:conversationId': { answers: owners(200) },
  'PUT /api/v1/desk/quotes/:id': { answers: owners(400) },
  'POST /api/v1/desk/quotes/:id/send': {
    about: 'quoteId',
    answers: { ...ownerOnly(409) },
  },
  'DELETE /api/v1/desk/unproved-answers/:id': { answers: owners(404) },
  'POST /api/v1/desk/unproved-answers/:id/take-over': { answers: owners(404) },
  'DELETE /api/v1/communicate/taken-mail/:id': { answers: buyersOf(404) },
  'GET /api/v1/desk/case-studies/:id': { answers: owners(200) },
  // It is not completed.
  'POST /api/v1/desk/case-studies/:id': { about: 'orderId', answers: ownerOnly(409) },
  'POST /api/v1/desk/quotes/:id/withdraw': { about: 'quoteId', answers: ownerOnly(200) },
  'POST /api/v1/communicate/question': {
    body: () => ({ questionId: crypto.randomUUID(), messageText: 'How long does it take?' }),
    answers: buyersOf(201),
  },
  'GET /api/v1/communicate/questions': { answers: verified(200) },
  'POST /api/v1/communicate/order/user-conversation': {
    about: 'orderId',
    body: (orderId) => ({ orderId }),
    answers: bothSides(200),
  },
  'GET /api/v1/communicate/conversations': { answers: staff(200) },
  'PUT /api/v1/communicate/conversations/:id/waits': {
    answers: staff(404),
    body: () => ({ waits: false, lastMessage: 'unknown' }),
  },
  // Accepts only bytes; chat.test.ts tests the callers.
  'POST /api/v1/communicate/attachment': { answers: everybody(415) },
  'GET /api/v1/communicate/attachment/:id': { about: 'attachmentId', answers: bothSides(200) },

  'GET /api/v1/notify/client/client-notifications/:userId': {
    about: 'userId',
    answers: { ...itsBuyer(200), assistant: 404 },
  },
  'POST /api/v1/notify/client/client-mark-read/:notificationId': {
    about: 'notificationId',
    answers: { ...itsBuyer(200), assistant: 404 },
  },
  'POST /api/v1/notify/client/client-mark-all-read': { answers: verified(200) },
  'GET /api/v1/notify/client/preferences': { answers: verified(200) },
  'PUT /api/v1/notify/client/preferences': {
    body: () => ({ preferences: { review: { inApp: true, email: false } } }),
    answers: verified(200),
  },

  'GET /api/v1/gig/delivery/:orderId': { about: 'orderId', answers: itsBuyer(200) },
  'GET /api/v1/gig/order/:orderId/pack': { about: 'orderId', answers: itsBuyer(409) },
  'GET /api/v1/gig/delivery/file/:id': { answers: buyersOf(404) },
  'GET /api/v1/gig/delivery/picture/:id': { answers: buyersOf(404) },
  'GET /api/v1/gig/delivery/pins/:orderId': { about: 'orderId', answers: itsBuyer(200) },
  'POST /api/v1/gig/delivery/pins/:orderId/seen': { about: 'orderId', answers: itsBuyer(200) },
  'POST /api/v1/gig/delivery/pins': {
    body: () => ({ _id: crypto.randomUUID(), file: 'none', x: 0, y: 0, text: 'Here.' }),
    answers: buyersOf(404),
  },
  'POST /api/v1/gig/delivery/pins/:pin/replies': {
    body: () => ({ _id: crypto.randomUUID(), text: 'Why?' }),
    answers: buyersOf(404),
  },
  'PUT /api/v1/gig/delivery/pins/:pin/resolved': {
    body: () => ({ isResolved: true }),
    answers: buyersOf(404),
  },
  'GET /api/v1/gig/delivery/archive/:id': { answers: buyersOf(404) },
  'POST /api/v1/gig/delivery/accept': {
    about: 'orderId',
    body: (orderId) => ({ orderId }),
    answers: itsBuyer(409),
  },

  // tests/faults/publish, tests/api/admin-* and tests/api/backup test what the owner does with these.
  'GET /api/v1/desk/publish': { answers: owners(200) },
  'GET /api/v1/desk/publish/changes': { answers: owners(200) },
  'POST /api/v1/desk/publish': { answers: owners('-') },
  'POST /api/v1/desk/preview': { answers: owners(400) },
  'PUT /api/v1/desk/publish/automatic': {
    body: () => ({ automatic: false }),
    confirmed: 'always',
    answers: owners(200),
  },
  'POST /api/v1/desk/publish/rollback': { answers: owners(400) },
  'GET /api/v1/desk/find': { answers: owners(200) },
  'GET /api/v1/desk/today': { answers: owners(200) },
  'GET /api/v1/desk/visits': { answers: owners(200) },
  'GET /api/v1/desk/waiting': { answers: staff(200) },
  'POST /api/v1/desk/disputes/:id/evidence': { answers: owners(404) },
  'GET /api/v1/desk/disputes/:id/documents/:document': { answers: owners(404) },
  'PUT /api/v1/desk/disputes/:id/summary': { answers: owners(400) },
  'POST /api/v1/desk/disputes/:id/submit': {
    body: () => ({ summary: 'It was delivered and used.' }),
    confirmed: 'always',
    answers: owners(404),
  },
  'POST /api/v1/desk/disputes/:id/accept': { confirmed: 'always', answers: owners(404) },
  'GET /api/v1/desk/tax': { answers: owners(200) },
  'PUT /api/v1/desk/tax/seller': {
    body: () => ({ version: -1 }),
    confirmed: 'always',
    answers: owners(409),
  },
  'PUT /api/v1/desk/tax/letter': {
    body: () => ({ number: '', year: '2026-27' }),
    confirmed: 'always',
    answers: owners(200),
  },
  'POST /api/v1/desk/tax/restores/seen': { answers: owners(200) },
  'GET /api/v1/desk/tax/declarations': { answers: owners(200) },
  'PUT /api/v1/desk/tax/declarations': {
    body: () => ({
      invoice: 'VI/2026-27/0001',
      receivedOn: '',
      reference: '',
      purpose: '',
      month: '',
    }),
    answers: owners(404),
  },
  'PUT /api/v1/desk/tax/deductions': {
    body: () => ({ isOn: false }),
    confirmed: 'always',
    answers: owners(200),
  },
  'GET /api/v1/desk/tax/deducted': { answers: owners(200) },
  'PUT /api/v1/desk/tax/orders/:id/certificate': {
    body: () => ({ part: 'none', number: '' }),
    answers: owners(404),
  },
  'GET /api/v1/desk/tax/orders/:id': { about: 'orderId', answers: ownerOnly(200) },
  'POST /api/v1/desk/tax/orders/:id': {
    about: 'orderId',
    body: () => ({ isExport: true }),
    confirmed: 'always',
    answers: ownerOnly(409),
  },
  'GET /api/v1/desk/ledger/months': { answers: owners(200) },
  'GET /api/v1/desk/ledger/declarations.csv': { answers: owners(200) },
  'GET /api/v1/desk/ledger/deducted.csv': { answers: owners(200) },
  'GET /api/v1/desk/ledger/ledger.csv': { answers: owners(200) },
  'GET /api/v1/desk/ledger/papers.csv': { answers: owners(200) },
  'GET /api/v1/desk/ledger/papers.zip': { answers: owners(200) },
  'POST /api/v1/desk/mail/send-again': {
    body: () => ({ ids: [crypto.randomUUID()] }),
    answers: owners(404),
  },
  'POST /api/v1/desk/mail/dismiss': {
    body: () => ({ ids: [crypto.randomUUID()] }),
    answers: owners(404),
  },
  'GET /api/v1/desk/orders': { answers: staff(200) },
  'GET /api/v1/desk/orders/orders.csv': { answers: owners(200) },
  'GET /api/v1/desk/clients': { answers: owners(200) },
  'GET /api/v1/desk/clients/:id': { about: 'userId', answers: ownerOnly(200) },
  'GET /api/v1/desk/clients/:id/orders': { about: 'userId', answers: ownerOnly(200) },
  'POST /api/v1/desk/clients/:id/allow': { about: 'userId', answers: ownerOnly(200) },
  'PUT /api/v1/desk/clients/:id/notes': {
    about: 'userId',
    body: () => ({ text: 'Prefers calls.', version: 0 }),
    answers: ownerOnly(200),
  },
  'GET /api/v1/desk/clients/:id/data.json': {
    about: 'userId',
    confirmed: 'always',
    answers: ownerOnly(200),
  },
  'GET /api/v1/desk/orders/file/:id': { answers: staff(404) },
  'GET /api/v1/desk/orders/picture/:id': { answers: staff(404) },
  'GET /api/v1/desk/orders/archive/:id': { answers: staff(404) },
  'GET /api/v1/desk/orders/:id': { answers: staff(404) },
  'GET /api/v1/desk/orders/:id/receipts/:file': { answers: owners(404) },
  'GET /api/v1/desk/orders/pins/:orderId': { answers: staff(404) },
  'POST /api/v1/desk/orders/pins/:orderId/seen': { answers: staff(404) },
  'POST /api/v1/desk/orders/pins': { answers: staff(400) },
  'POST /api/v1/desk/orders/pins/:pin/replies': { answers: staff(400) },
  'PUT /api/v1/desk/orders/pins/:pin/resolved': { answers: staff(400) },
  'POST /api/v1/desk/orders/:id/accept': { answers: staff(404) },
  'POST /api/v1/desk/orders/:id/reject': {
    body: () => ({ reason: 'No time.' }),
    confirmed: 'always',
    answers: owners(404),
  },
  'POST /api/v1/desk/orders/:id/deliver': { answers: staff(400) },
  'POST /api/v1/desk/orders/:id/undo': { answers: staff(404) },
  'POST /api/v1/desk/orders/:id/wait': { answers: staff(400) },
  'POST /api/v1/desk/orders/:id/resume': { answers: staff(404) },
  'POST /api/v1/desk/orders/:id/end': {
    body: () => ({ refund: 0 }),
    confirmed: 'always',
    answers: owners(404),
  },
  'POST /api/v1/desk/orders/:id/cancel': {
    body: () => ({ refund: 0, reason: 'No time.' }),
    confirmed: 'always',
    answers: owners(404),
  },
  'POST /api/v1/desk/orders/:id/uploads': { answers: staff(400) },
  'GET /api/v1/desk/orders/:id/uploads/:upload': { answers: staff(404) },
  'PATCH /api/v1/desk/orders/:id/uploads/:upload': { answers: staff(400) },
  'DELETE /api/v1/desk/orders/:id/uploads/:upload': { answers: staff(404) },
  'POST /api/v1/desk/orders/:id/open': { answers: owners(404) },
  'POST /api/v1/desk/orders/:id/links': { answers: staff(400) },
  'DELETE /api/v1/desk/orders/:id/files/:file': { answers: staff(404) },
  'PUT /api/v1/desk/orders/:id/files/:file/picture': { answers: staff(400) },
  'GET /api/v1/desk/reviews': { answers: owners(200) },
  'PUT /api/v1/desk/reviews/:id/reply': { answers: owners(400) },
  'PUT /api/v1/desk/reviews/:id/hidden': { answers: owners(400) },
  'DELETE /api/v1/desk/reviews/:id/hidden': { answers: owners(404) },
  ...Object.assign({}, ...ALL_KINDS.map(({ many }) => contentItems(many))),
  'GET /api/v1/desk/content': { answers: owners(200) },
  'POST /api/v1/desk/content': { body: () => ({}), answers: owners(400) },
  'GET /api/v1/desk/shop': { answers: owners(200) },
  'POST /api/v1/desk/shop/open': { answers: owners('-') },
  'POST /api/v1/desk/shop/remove-starter-content': { body: () => ({}), answers: owners(400) },
  'POST /api/v1/desk/shop/remove-test-orders': {
    body: () => ({ confirmed: true }),
    confirmed: 'always',
    answers: owners(409),
  },
  'GET /api/v1/desk/profile': { answers: owners(200) },
  'PUT /api/v1/desk/profile': { body: () => ({}), answers: owners(400) },
  'POST /api/v1/desk/profile/undo': { body: () => ({ version: 1 }), answers: owners(409) },
  'GET /api/v1/desk/calendar': { answers: owners(200) },
  'GET /api/v1/desk/availability': { answers: owners(200) },
  'PUT /api/v1/desk/availability': { body: () => ({}), answers: owners(400) },
  'POST /api/v1/desk/availability/feed': { confirmed: 'always', answers: owners(201) },
  'DELETE /api/v1/desk/availability/feed': { answers: owners(200) },
  'GET /api/v1/desk/legal': { answers: owners(200) },
  'PUT /api/v1/desk/legal': { body: () => ({}), answers: owners(400) },
  'POST /api/v1/desk/pictures': { answers: owners(400) },
  'GET /api/v1/desk/audit': { answers: owners(200) },
  'GET /api/v1/desk/audit/check': { answers: owners(200) },
  'GET /api/v1/desk/audit/export': { confirmed: 'always', answers: owners(200) },
  'GET /api/v1/desk/doctor': { answers: owners(200) },
  'POST /api/v1/desk/doctor': { answers: owners(200) },
  'PUT /api/v1/desk/doctor/dkim': { body: () => ({}), answers: owners(400) },
  'GET /api/v1/desk/first-steps': { answers: owners(200) },
  'PUT /api/v1/desk/first-steps': { body: () => ({}), answers: owners(400) },
  'POST /api/v1/desk/first-steps/purchase': { answers: owners(200) },
  'POST /api/v1/desk/first-steps/purchase/refund': { answers: owners(409) },
  'POST /api/v1/desk/first-steps/mail': { body: () => ({}), answers: owners(400) },
  'GET /api/v1/desk/backups': { answers: owners(200) },
  'POST /api/v1/desk/backups': { confirmed: 'always', answers: owners('-') },
  'POST /api/v1/desk/backups/key': {
    body: () => ({ version: -1 }),
    confirmed: 'always',
    answers: owners(409),
  },
  'GET /api/v1/desk/backups/:name': { confirmed: 'always', answers: owners(404) },
};
