import { userProfileChanged } from './modules/accounts/events.ts';
import { renameOwner } from './modules/accounts/owner.ts';
import { deductTax } from './modules/billing/deduct-tax.ts';
import { issueAndEmailInvoice, issueAndEmailReceipt } from './modules/billing/issue-and-email.ts';
import { issueRefundDocument, issueWaiverDocument } from './modules/billing/issue-document.ts';
import { issueReceipt } from './modules/billing/issue-receipt.ts';
import {
  availabilityChanged,
  catalogChanged,
  sellerProfileChanged,
} from './modules/catalog/events.ts';
import { conversationRead, messageSent } from './modules/chat/events.ts';
import { pushMessagesSeen } from './modules/chat/mark-as-seen.ts';
import { moveQuestionToOrder } from './modules/chat/questions.ts';
import { markRequestSeen, postRequest, postRequirementFiles } from './modules/chat/requests.ts';
import { pushMessage, pushUnreadToOwner } from './modules/chat/send-message.ts';
import { cancelUnreadMessageEmail } from './modules/chat/unread-message-email.ts';
import { legalPagesChanged } from './modules/legal/events.ts';
import {
  markMessageNotificationsRead,
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
import {
  resumeClosedOrder,
  resumeOnMessage,
  resumeOnRequirements,
} from './modules/orders/clock/clock.ts';
import {
  cancellationTermsChanged,
  datesMoved,
  orderLate,
  orderPaused,
  orderReopened,
  orderResumed,
  orderStatusChanged,
  requirementsSaved,
  revisionDecided,
  revisionDelivered,
  revisionRequested,
} from './modules/orders/events.ts';
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
import {
  disputeActionRequired,
  disputeDeadlineNear,
  disputeDecided,
  disputeOpened,
  disputeUnderReview,
} from './modules/payments/disputes/events.ts';
import {
  emailCompensation,
  emailOverpayment,
  emailPaymentAfterRejection,
  emailRefund,
  emailRefundFailure,
  emailUnmatchedPayment,
} from './modules/payments/emails.ts';
import {
  compensationOwed,
  compensationSettled,
  deductionChosen,
  instalmentMoved,
  instalmentReminded,
  instalmentWaived,
  orderCancelled,
  paymentCaptured,
  paymentCapturedAfterRejection,
  paymentFailed,
  paymentOverpaid,
  paymentUnmatched,
  refundAccepted,
  refundFailed,
  unmatchedRefundFailed,
} from './modules/payments/events.ts';
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
import {
  quoteAccepted,
  quoteDeclined,
  quoteExpiredUnpaid,
  quoteSent,
  quoteWithdrawn,
} from './modules/quotes/events.ts';
import {
  moveConversationToOrder,
  pushQuoteChanged,
} from './modules/quotes/move-conversation-to-order.ts';
import {
  replyChanged,
  reviewEdited,
  reviewHidden,
  reviewRemoved,
  reviewReplied,
  reviewShown,
  reviewWritten,
} from './modules/reviews/events.ts';
import { removeRefundedReview } from './modules/reviews/remove-refunded-review.ts';
import { publishChange } from './modules/site/publish/automatic-publishing.ts';
import { countAuthorChange, countReviewChange } from './modules/site/publish/change-counters.ts';
import { createSubscriptions, on } from './platform/events.ts';

/**
 * The subscribers of each event. They run in its transaction in this order; pushes are sent after the commit.
 */
export const subscriptions = createSubscriptions([
  on(
    orderStatusChanged,
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
  on(orderCancelled, notifyOrderCancelled),
  on(datesMoved, addDatesToTimeline, notifyDatesMoved, pushOrderChanged),
  on(orderReopened, addStatusToTimeline, pushOrderChanged),
  on(
    requirementsSaved,
    addRequirementsToTimeline,
    resumeOnRequirements,
    postRequirementFiles,
    pushOrderChanged,
  ),
  on(orderPaused, addPauseToTimeline, notifyPaused, pushOrderChanged),
  on(orderResumed, addResumeToTimeline, notifyResumed, notifyAnswered, pushOrderChanged),
  on(orderLate, notifyLate, pushOrderChanged),
  on(revisionRequested, addRevisionRequestToTimeline, pushOrderChanged, notifyRevisionRequested),
  on(revisionDecided, addRevisionDecisionToTimeline, pushOrderChanged, notifyRevisionDecided),
  on(revisionDelivered, addRevisionDecisionToTimeline),

  on(deductionChosen, deductTax),
  on(
    paymentCaptured,
    issueAndEmailReceipt,
    addPaymentToTimeline,
    moveConversationToOrder,
    moveQuestionToOrder,
    pushOrderChanged,
    notifyPayment,
  ),
  on(
    paymentCapturedAfterRejection,
    issueReceipt,
    addPaymentToTimeline,
    emailPaymentAfterRejection,
    refundOverpayment,
    pushOrderChanged,
  ),
  on(
    paymentOverpaid,
    addOverpaymentToTimeline,
    emailOverpayment,
    refundOverpayment,
    pushOrderChanged,
  ),
  on(paymentUnmatched, emailUnmatchedPayment),
  on(paymentFailed, addPaymentFailureToTimeline, pushOrderChanged),
  on(
    refundAccepted,
    compensateFullRefund,
    removeRefundedReview,
    issueRefundDocument,
    addRefundToTimeline,
    emailRefund,
    pushOrderChanged,
  ),
  on(compensationOwed, addCompensationToTimeline, emailCompensation, pushOrderChanged),
  on(compensationSettled, addCompensationToTimeline, emailCompensation, pushOrderChanged),
  on(
    refundFailed,
    withdrawCompensation,
    addRefundFailureToTimeline,
    emailRefundFailure,
    pushOrderChanged,
  ),
  on(unmatchedRefundFailed, emailRefundFailure),
  on(disputeOpened, addDisputeToTimeline, emailDisputeToAnswer, notifyDispute, pushOrderChanged),
  on(
    disputeActionRequired,
    addDisputeToTimeline,
    emailDisputeToAnswer,
    notifyDispute,
    pushOrderChanged,
  ),
  on(disputeUnderReview, addDisputeToTimeline, notifyDispute, pushOrderChanged),
  on(
    disputeDecided,
    refundAfterDispute,
    removeRefundedReview,
    addDisputeToTimeline,
    emailDisputeDecision,
    notifyDispute,
    pushOrderChanged,
  ),
  on(disputeDeadlineNear, emailDisputeDeadline, notifyDispute),

  on(
    instalmentWaived,
    issueWaiverDocument,
    addWaiverToTimeline,
    notifyInstalment,
    pushOrderChanged,
  ),
  on(instalmentMoved, addMoveToTimeline, notifyInstalment, pushOrderChanged),
  on(instalmentReminded, remindBuyer),

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

  on(quoteSent, notifyQuoteSent, pushQuoteChanged),
  on(quoteWithdrawn, notifyQuoteWithdrawn, pushQuoteChanged),
  on(quoteAccepted, notifyQuoteAccepted, pushQuoteChanged),
  on(quoteDeclined, notifyQuoteDeclined, pushQuoteChanged),
  on(quoteExpiredUnpaid, notifyQuoteExpiredUnpaid, pushQuoteChanged),

  on(reviewWritten, notifyReviewWritten, pushOrderChanged, countReviewChange),
  on(reviewEdited, pushOrderChanged, countReviewChange),
  on(reviewReplied, notifyReviewReplied, countReviewChange),
  on(replyChanged, countReviewChange),
  on(reviewHidden, notifyReviewHidden, countReviewChange),
  on(reviewRemoved, countReviewChange),
  on(reviewShown, countReviewChange),
  on(catalogChanged, publishChange),
  on(availabilityChanged, countReviewChange),
  on(userProfileChanged, countAuthorChange),
  on(sellerProfileChanged, renameOwner, publishChange),
  on(cancellationTermsChanged, publishChange),
  on(legalPagesChanged, publishChange),

  on(messageSent, resumeOnMessage, pushMessage, pushUnreadToOwner, notifyMessage),
  on(conversationRead, cancelUnreadMessageEmail, pushMessagesSeen, markMessageNotificationsRead),
]);
