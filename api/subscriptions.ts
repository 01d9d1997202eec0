import { profileChanged } from './modules/accounts/events.ts';
import { catalogChanged } from './modules/catalog/events.ts';
import { cancelAwayEmail } from './modules/chat/away-email.ts';
import { conversationRead, messageSent } from './modules/chat/events.ts';
import {
  pushMessage,
  pushMessagesSeen,
  pushUnreadToOwner,
} from './modules/chat/push-to-screens.ts';
import {
  markMessageNotificationsRead,
  notifyMessage,
} from './modules/notifications/message-notifications.ts';
import { notifyOrderStatus, notifyPayment } from './modules/notifications/order-notifications.ts';
import {
  notifyReviewAnswered,
  notifyReviewHidden,
  notifyReviewWritten,
} from './modules/notifications/review-notifications.ts';
import {
  notifyRevisionDecided,
  notifyRevisionRequested,
} from './modules/notifications/revision-notifications.ts';
import {
  addRequirementsToTimeline,
  addRevisionDecisionToTimeline,
  addRevisionRequestToTimeline,
  addStatusToTimeline,
} from './modules/orders/add-to-timeline.ts';
import {
  orderReopened,
  orderStatusChanged,
  requirementsSaved,
  revisionDecided,
  revisionDelivered,
  revisionRequested,
} from './modules/orders/events.ts';
import { pushOrderChanged } from './modules/orders/push-order-changed.ts';
import {
  addOverpaymentToTimeline,
  addPaymentFailureToTimeline,
  addPaymentToTimeline,
  addRefundFailureToTimeline,
  addRefundToTimeline,
} from './modules/payments/add-to-timeline.ts';
import {
  emailOverpayment,
  emailPaymentAfterRejection,
  emailRefund,
  emailRefundFailure,
  emailUnmatchedPayment,
} from './modules/payments/emails.ts';
import {
  paymentCaptured,
  paymentCapturedAfterRejection,
  paymentFailed,
  paymentOverpaid,
  paymentUnmatched,
  refundAccepted,
  refundFailed,
  unmatchedRefundFailed,
} from './modules/payments/events.ts';
import { issueAndEmailReceipt } from './modules/receipts/issue-and-email-receipt.ts';
import { issueReceipt } from './modules/receipts/issue-receipt.ts';
import {
  replyChanged,
  reviewAnswered,
  reviewEdited,
  reviewHidden,
  reviewShown,
  reviewWritten,
} from './modules/reviews/events.ts';
import { publishChange } from './modules/site/automatic-publishing.ts';
import { createSubscriptions, on } from './platform/events.ts';

/** What follows from each event: written in its transaction, in this order; pushed after its commit. */
export const subscriptions = createSubscriptions([
  on(orderStatusChanged, addStatusToTimeline, notifyOrderStatus, pushOrderChanged),
  on(orderReopened, addStatusToTimeline, pushOrderChanged),
  on(requirementsSaved, addRequirementsToTimeline, pushOrderChanged),
  on(revisionRequested, addRevisionRequestToTimeline, pushOrderChanged, notifyRevisionRequested),
  on(revisionDecided, addRevisionDecisionToTimeline, pushOrderChanged, notifyRevisionDecided),
  on(revisionDelivered, addRevisionDecisionToTimeline),

  on(paymentCaptured, issueAndEmailReceipt, addPaymentToTimeline, pushOrderChanged, notifyPayment),
  on(
    paymentCapturedAfterRejection,
    issueReceipt,
    addPaymentToTimeline,
    emailPaymentAfterRejection,
    pushOrderChanged,
  ),
  on(paymentOverpaid, addOverpaymentToTimeline, emailOverpayment, pushOrderChanged),
  on(paymentUnmatched, emailUnmatchedPayment),
  on(paymentFailed, addPaymentFailureToTimeline, pushOrderChanged),
  on(refundAccepted, addRefundToTimeline, emailRefund, pushOrderChanged),
  on(refundFailed, addRefundFailureToTimeline, emailRefundFailure, pushOrderChanged),
  on(unmatchedRefundFailed, emailRefundFailure),

  on(reviewWritten, notifyReviewWritten, pushOrderChanged, publishChange),
  on(reviewEdited, pushOrderChanged, publishChange),
  on(reviewAnswered, notifyReviewAnswered, publishChange),
  on(replyChanged, publishChange),
  on(reviewHidden, notifyReviewHidden, publishChange),
  on(reviewShown, publishChange),
  on(catalogChanged, publishChange),
  on(profileChanged, publishChange),

  on(messageSent, pushMessage, pushUnreadToOwner, notifyMessage),
  on(conversationRead, cancelAwayEmail, pushMessagesSeen, markMessageNotificationsRead),
]);
