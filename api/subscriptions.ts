import { passwordChanged, userProfileChanged } from './modules/accounts/events.ts';
import { renameOwner } from './modules/accounts/owner.ts';
import { deductTax } from './modules/billing/deduct-tax.ts';
import { issueAndEmailInvoice, issueAndEmailReceipt } from './modules/billing/issue-and-email.ts';
import { issueWaiverDocument } from './modules/billing/issue-document.ts';
import { issueReceipt } from './modules/billing/issue-receipt.ts';
import { issueRefundDocument, issueReversal } from './modules/billing/issue-refund-document.ts';
import {
  availabilityChanged,
  catalogChanged,
  sellerProfileChanged,
} from './modules/catalog/events.ts';
import { conversationMoved, conversationRead, messageSent } from './modules/chat/events.ts';
import { pushMessagesSeen } from './modules/chat/mark-as-seen.ts';
import { moveQuestionToOrder } from './modules/chat/questions.ts';
import { markRequestSeen, postRequest, postRequirementFiles } from './modules/chat/requests.ts';
import { pushMessage, pushUnreadToOwner } from './modules/chat/send-message.ts';
import { cancelUnreadMessageEmail } from './modules/chat/unread-message-email.ts';
import { legalPagesChanged } from './modules/legal/events.ts';
import {
  markMessageNotificationsRead,
  moveNotificationsToOrder,
  notifyMessage,
  notifyQuoteAccepted,
  notifyQuoteDeclined,
  notifyQuoteExpiredUnpaid,
  notifyQuoteSent,
  notifyQuoteWithdrawn,
} from './modules/notifications/conversation-notifications.ts';
import {
  notifyAnswered,
  notifyChangeDecided,
  notifyChangeProposed,
  notifyDatesMoved,
  notifyLate,
  notifyOrderCancelled,
  notifyOrderStatus,
  notifyPaused,
  notifyResumed,
  notifyReviewHidden,
  notifyReviewReplied,
  notifyReviewWritten,
  notifyRevisionDecided,
  notifyRevisionRequested,
} from './modules/notifications/order-notifications.ts';
import {
  notifyDispute,
  notifyInstalment,
  notifyPayment,
  remindBuyer,
} from './modules/notifications/payment-notifications.ts';
import { endFeedOfOwner } from './modules/orders/calendar-feed.ts';
import {
  resumeClosedOrder,
  resumeOnMessage,
  resumeOnRequirements,
} from './modules/orders/clock/clock.ts';
import * as orders from './modules/orders/events.ts';
import { pushOrderChanged } from './modules/orders/socket-events.ts';
import {
  addDatesToTimeline,
  addPauseToTimeline,
  addRequirementsToTimeline,
  addResumeToTimeline,
  addRevisionDecisionToTimeline,
  addRevisionRequestToTimeline,
  addStatusToTimeline,
} from './modules/orders/timeline.ts';
import {
  addChangeToTimeline,
  addCompensationToTimeline,
  addDisputeToTimeline,
  addMoveToTimeline,
  addOverpaymentToTimeline,
  addPaymentFailureToTimeline,
  addPaymentToTimeline,
  addProposalToTimeline,
  addRefundFailureToTimeline,
  addRefundToTimeline,
  addWaiverToTimeline,
} from './modules/payments/add-to-timeline.ts';
import { setDueDates } from './modules/payments/change-instalment.ts';
import { compensateFullRefund, withdrawCompensation } from './modules/payments/compensations.ts';
import {
  emailDisputeDeadline,
  emailDisputeDecision,
  emailDisputeToAnswer,
} from './modules/payments/disputes/emails.ts';
import * as disputes from './modules/payments/disputes/events.ts';
import {
  emailCompensation,
  emailOverpayment,
  emailPaymentAfterRejection,
  emailRefund,
  emailRefundFailure,
  emailUnmatchedPayment,
} from './modules/payments/emails.ts';
import * as payments from './modules/payments/events.ts';
import { closeChanges } from './modules/payments/order-changes/decide-change.ts';
import {
  changeDecided,
  changeProposed,
  changeWithdrawnAutomatically,
} from './modules/payments/order-changes/events.ts';
import {
  refundAfterDispute,
  refundOverpayment,
  refundRejectedOrder,
} from './modules/payments/refunds.ts';
import * as quotes from './modules/quotes/events.ts';
import {
  moveConversationToOrder,
  pushQuoteChanged,
} from './modules/quotes/move-conversation-to-order.ts';
import * as reviews from './modules/reviews/events.ts';
import { removeRefundedReview } from './modules/reviews/remove-refunded-review.ts';
import { publishChange } from './modules/site/publish/automatic-publishing.ts';
import { countAuthorChange, countReviewChange } from './modules/site/publish/change-counters.ts';
import { createSubscriptions, on } from './platform/events.ts';

/**
 * The subscribers of each event. They run in its transaction in this order; pushes are sent after the commit.
 */
export const subscriptions = createSubscriptions([
  on(
    orders.orderStatusChanged,
    addStatusToTimeline,
    resumeClosedOrder,
    setDueDates,
    closeChanges,
    refundRejectedOrder,
    removeRefundedReview,
    issueAndEmailInvoice,
    notifyOrderStatus,
    pushOrderChanged,
  ),
  on(payments.orderCancelled, notifyOrderCancelled),
  on(orders.datesMoved, addDatesToTimeline, notifyDatesMoved, pushOrderChanged),
  on(orders.orderReopened, addStatusToTimeline, pushOrderChanged),
  on(
    orders.requirementsSaved,
    addRequirementsToTimeline,
    resumeOnRequirements,
    postRequirementFiles,
    pushOrderChanged,
  ),
  on(orders.orderPaused, addPauseToTimeline, notifyPaused, pushOrderChanged),
  on(orders.orderResumed, addResumeToTimeline, notifyResumed, notifyAnswered, pushOrderChanged),
  on(orders.orderLate, notifyLate, pushOrderChanged),
  on(
    orders.revisionRequested,
    addRevisionRequestToTimeline,
    pushOrderChanged,
    notifyRevisionRequested,
  ),
  on(
    orders.revisionDecided,
    addRevisionDecisionToTimeline,
    pushOrderChanged,
    notifyRevisionDecided,
  ),
  on(orders.revisionDelivered, addRevisionDecisionToTimeline),

  on(payments.deductionChosen, deductTax),
  on(
    payments.paymentCaptured,
    issueAndEmailReceipt,
    addPaymentToTimeline,
    moveConversationToOrder,
    moveQuestionToOrder,
    pushOrderChanged,
    notifyPayment,
  ),
  on(
    payments.paymentCapturedAfterRejection,
    issueReceipt,
    addPaymentToTimeline,
    emailPaymentAfterRejection,
    refundOverpayment,
    pushOrderChanged,
  ),
  on(
    payments.paymentOverpaid,
    addOverpaymentToTimeline,
    emailOverpayment,
    refundOverpayment,
    pushOrderChanged,
  ),
  on(payments.paymentUnmatched, emailUnmatchedPayment),
  on(payments.paymentFailed, addPaymentFailureToTimeline, pushOrderChanged),
  on(
    payments.refundAccepted,
    compensateFullRefund,
    removeRefundedReview,
    issueRefundDocument,
    addRefundToTimeline,
    emailRefund,
    pushOrderChanged,
  ),
  on(payments.compensationOwed, addCompensationToTimeline, emailCompensation, pushOrderChanged),
  on(payments.compensationSettled, addCompensationToTimeline, emailCompensation, pushOrderChanged),
  on(
    payments.refundFailed,
    withdrawCompensation,
    issueReversal,
    addRefundFailureToTimeline,
    emailRefundFailure,
    pushOrderChanged,
  ),
  on(payments.unmatchedRefundFailed, emailRefundFailure),
  on(
    disputes.disputeOpened,
    addDisputeToTimeline,
    emailDisputeToAnswer,
    notifyDispute,
    pushOrderChanged,
  ),
  on(
    disputes.disputeActionRequired,
    addDisputeToTimeline,
    emailDisputeToAnswer,
    notifyDispute,
    pushOrderChanged,
  ),
  on(disputes.disputeUnderReview, addDisputeToTimeline, notifyDispute, pushOrderChanged),
  on(
    disputes.disputeDecided,
    refundAfterDispute,
    removeRefundedReview,
    addDisputeToTimeline,
    emailDisputeDecision,
    notifyDispute,
    pushOrderChanged,
  ),
  on(disputes.disputeDeadlineNear, emailDisputeDeadline, notifyDispute),

  on(
    payments.instalmentWaived,
    issueWaiverDocument,
    addWaiverToTimeline,
    notifyInstalment,
    pushOrderChanged,
  ),
  on(payments.instalmentMoved, addMoveToTimeline, notifyInstalment, pushOrderChanged),
  on(payments.instalmentReminded, remindBuyer),

  on(
    changeProposed,
    addProposalToTimeline,
    postRequest,
    markRequestSeen,
    notifyChangeProposed,
    pushOrderChanged,
  ),
  on(changeDecided, addChangeToTimeline, markRequestSeen, notifyChangeDecided, pushOrderChanged),
  on(changeWithdrawnAutomatically, addChangeToTimeline),

  on(quotes.quoteSent, notifyQuoteSent, pushQuoteChanged),
  on(quotes.quoteWithdrawn, notifyQuoteWithdrawn, pushQuoteChanged),
  on(quotes.quoteAccepted, notifyQuoteAccepted, pushQuoteChanged),
  on(quotes.quoteDeclined, notifyQuoteDeclined, pushQuoteChanged),
  on(quotes.quoteExpiredUnpaid, notifyQuoteExpiredUnpaid, pushQuoteChanged),

  on(reviews.reviewWritten, notifyReviewWritten, pushOrderChanged, countReviewChange),
  on(reviews.reviewEdited, pushOrderChanged, countReviewChange),
  on(reviews.reviewReplied, notifyReviewReplied, countReviewChange),
  on(reviews.reviewHidden, notifyReviewHidden, countReviewChange),
  on(reviews.reviewsChanged, countReviewChange),
  on(catalogChanged, publishChange),
  on(availabilityChanged, countReviewChange),
  on(userProfileChanged, countAuthorChange),
  on(passwordChanged, endFeedOfOwner),
  on(sellerProfileChanged, renameOwner, publishChange),
  on(orders.cancellationTermsChanged, publishChange),
  on(legalPagesChanged, publishChange),

  on(messageSent, resumeOnMessage, pushMessage, pushUnreadToOwner, notifyMessage),
  on(conversationMoved, moveNotificationsToOrder),
  on(conversationRead, cancelUnreadMessageEmail, pushMessagesSeen, markMessageNotificationsRead),
]);
