import { passwordChanged, userProfileChanged } from './modules/accounts/events.ts';
import { renameOwner } from './modules/accounts/owner.ts';
import { deductTax } from './modules/billing/deduct-tax.ts';
import { issueAndEmailInvoice, issueAndEmailReceipt } from './modules/billing/issue-and-email.ts';
import { issueWaiverDocument } from './modules/billing/issue-document.ts';
import { issueReceipt } from './modules/billing/issue-receipt.ts';
import { issueRefundDocument, issueReversal } from './modules/billing/issue-refund-document.ts';
import * as caseStudyNews from './modules/case-studies/case-study-news.ts';
import * as caseStudies from './modules/case-studies/events.ts';
import { requireAgreed } from './modules/case-studies/what-is-shown.ts';
import {
  availabilityChanged,
  catalogChanged,
  itemPublished,
  sellerProfileChanged,
} from './modules/catalog/events.ts';
import { conversationMoved, conversationRead, messageSent } from './modules/chat/events.ts';
import { pushMessagesSeen } from './modules/chat/mark-as-seen.ts';
import { moveQuestionToOrder } from './modules/chat/questions.ts';
import { markRequestSeen, postRequest, postRequirementFiles } from './modules/chat/requests.ts';
import { pushMessage, pushUnread } from './modules/chat/send-message.ts';
import { cancelUnreadMessageEmail } from './modules/chat/unread-message-email.ts';
import { beginWaitOfQuote, endWaitOfQuote } from './modules/chat/waits.ts';
import * as deliveries from './modules/deliveries/events.ts';
import { openCertifiedFiles, openPaidFiles } from './modules/deliveries/hand-over.ts';
import * as pinNews from './modules/deliveries/pin-news.ts';
import { legalPagesChanged, showSeller } from './modules/legal/legal-pages.ts';
import {
  markMessageNotificationsRead,
  moveNotificationsToOrder,
  notifyMessage,
} from './modules/notifications/message-notifications.ts';
import { announce, tell } from './modules/notifications/notify.ts';
import { markPinsRead } from './modules/notifications/pin-notifications.ts';
import { endFeedOfOwner } from './modules/orders/calendar-feed.ts';
import {
  resumeClosedOrder,
  resumeOnMessage,
  resumeOnRequirements,
} from './modules/orders/clock/clock.ts';
import * as orders from './modules/orders/events.ts';
import * as orderNews from './modules/orders/order-news.ts';
import { pushOrderChanged } from './modules/orders/socket-events.ts';
import { addLine } from './modules/orders/timeline.ts';
import { setDueDates } from './modules/payments/change-instalment.ts';
import { compensateFullRefund, withdrawCompensation } from './modules/payments/compensations.ts';
import * as disputeNews from './modules/payments/disputes/dispute-news.ts';
import * as disputes from './modules/payments/disputes/events.ts';
import * as payments from './modules/payments/events.ts';
import * as changeNews from './modules/payments/order-changes/change-news.ts';
import { closeChanges } from './modules/payments/order-changes/decide-change.ts';
import {
  changeDecided,
  changeProposed,
  changeWithdrawnAutomatically,
} from './modules/payments/order-changes/events.ts';
import * as paymentNews from './modules/payments/payment-news.ts';
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
import * as quoteNews from './modules/quotes/quote-news.ts';
import * as reviews from './modules/reviews/events.ts';
import { removeRefundedReview } from './modules/reviews/moderate-review.ts';
import * as reviewNews from './modules/reviews/review-news.ts';
import { publishChange } from './modules/site/publish/automatic-publishing.ts';
import {
  countAuthorChange,
  countReviewChange,
  countWithdrawal,
} from './modules/site/publish/change-counters.ts';
import { createSubscriptions, on } from './platform/events.ts';

/**
 * The subscribers of each event. They run in its transaction in this order; pushes are sent after the commit. What an
 * event tells people stands in the `…-news.ts` of its module: `announce` adds its line to the timeline and tells them;
 * where something has to happen between the two, they are `addLine` and `tell`.
 */
export const subscriptions = createSubscriptions([
  on(
    orders.orderStatusChanged,
    addLine(orderNews.statusChanged),
    resumeClosedOrder,
    setDueDates,
    closeChanges,
    refundRejectedOrder,
    removeRefundedReview,
    issueAndEmailInvoice,
    tell(orderNews.statusChanged),
    pushOrderChanged,
  ),
  on(orders.handedOver, addLine(orderNews.handedOver)),
  on(payments.orderCancelled, announce(paymentNews.cancelled)),
  on(orders.datesMoved, announce(orderNews.datesMoved), pushOrderChanged),
  on(orders.orderReopened, announce(orderNews.reopened), pushOrderChanged),
  on(
    orders.requirementsSaved,
    announce(orderNews.requirementsSaved),
    resumeOnRequirements,
    postRequirementFiles,
    pushOrderChanged,
  ),
  on(orders.orderPaused, announce(orderNews.paused), pushOrderChanged),
  on(orders.orderResumed, announce(orderNews.resumed), pushOrderChanged),
  on(orders.orderLate, announce(orderNews.late), pushOrderChanged),
  on(orders.revisionRequested, announce(orderNews.revisionRequested), pushOrderChanged),
  on(orders.revisionDecided, announce(orderNews.revisionDecided), pushOrderChanged),
  on(orders.revisionDelivered, addLine(orderNews.revisionDecided)),
  on(orders.deliveryCorrected, announce(orderNews.corrected), pushOrderChanged),
  on(deliveries.pinWritten, tell(pinNews.written), pushOrderChanged),
  on(deliveries.pinsChanged, pushOrderChanged),
  on(deliveries.pinsSeen, pinNews.cancelPinsMail, markPinsRead),

  on(payments.deductionChosen, deductTax),
  on(payments.deductionsCertified, openCertifiedFiles),
  on(
    payments.paymentCaptured,
    issueAndEmailReceipt,
    addLine(paymentNews.captured),
    openPaidFiles,
    moveConversationToOrder,
    moveQuestionToOrder,
    pushOrderChanged,
    tell(paymentNews.captured),
  ),
  on(
    payments.paymentCapturedAfterRejection,
    issueReceipt,
    announce(paymentNews.capturedAfterRejection),
    refundOverpayment,
    pushOrderChanged,
  ),
  on(payments.paymentOverpaid, announce(paymentNews.overpaid), refundOverpayment, pushOrderChanged),
  on(payments.paymentUnmatched, announce(paymentNews.unmatched)),
  on(payments.keysRefused, announce(paymentNews.keysRefused)),
  on(payments.paymentFailed, announce(paymentNews.failed), pushOrderChanged),
  on(
    payments.refundAccepted,
    compensateFullRefund,
    removeRefundedReview,
    issueRefundDocument,
    announce(paymentNews.refundAccepted),
    pushOrderChanged,
  ),
  on(payments.compensationOwed, announce(paymentNews.compensationOwed), pushOrderChanged),
  on(payments.compensationSettled, announce(paymentNews.compensationSettled), pushOrderChanged),
  on(
    payments.refundFailed,
    withdrawCompensation,
    issueReversal,
    announce(paymentNews.refundFailed),
    pushOrderChanged,
  ),
  on(payments.unmatchedRefundFailed, announce(paymentNews.refundFailed)),
  on(disputes.disputeOpened, announce(disputeNews.toAnswer), pushOrderChanged),
  on(disputes.disputeActionRequired, announce(disputeNews.toAnswer), pushOrderChanged),
  on(disputes.disputeUnderReview, announce(disputeNews.underReview), pushOrderChanged),
  on(
    disputes.disputeDecided,
    refundAfterDispute,
    removeRefundedReview,
    announce(disputeNews.decided),
    pushOrderChanged,
  ),
  on(disputes.disputeDeadlineNear, announce(disputeNews.deadlineNear)),

  on(
    payments.instalmentWaived,
    issueWaiverDocument,
    openPaidFiles,
    announce(paymentNews.waived),
    pushOrderChanged,
  ),
  on(payments.instalmentMoved, openPaidFiles, announce(paymentNews.moved), pushOrderChanged),
  on(payments.instalmentReminded, announce(paymentNews.reminded)),

  on(
    changeProposed,
    addLine(changeNews.proposed),
    postRequest,
    markRequestSeen,
    tell(changeNews.proposed),
    pushOrderChanged,
  ),
  on(
    changeDecided,
    addLine(changeNews.decided),
    markRequestSeen,
    tell(changeNews.decided),
    pushOrderChanged,
  ),
  on(changeWithdrawnAutomatically, addLine(changeNews.decided)),

  on(quotes.quoteSent, endWaitOfQuote, announce(quoteNews.sent), pushQuoteChanged),
  on(quotes.quoteWithdrawn, beginWaitOfQuote, announce(quoteNews.withdrawn), pushQuoteChanged),
  on(quotes.quoteAccepted, announce(quoteNews.accepted), pushQuoteChanged),
  on(quotes.quoteDeclined, beginWaitOfQuote, announce(quoteNews.declined), pushQuoteChanged),
  on(quotes.quoteExpiredUnpaid, announce(quoteNews.expiredUnpaid), pushQuoteChanged),

  on(reviews.reviewWritten, announce(reviewNews.written), pushOrderChanged, countReviewChange),
  on(reviews.reviewEdited, pushOrderChanged, countReviewChange),
  on(reviews.reviewReplied, announce(reviewNews.replied), countReviewChange),
  on(reviews.reviewHidden, announce(reviewNews.hidden), countReviewChange),
  on(reviews.reviewsChanged, countReviewChange),
  on(caseStudies.caseStudyAnswered, announce(caseStudyNews.answered), pushOrderChanged),
  on(
    caseStudies.partsWithdrawn,
    announce(caseStudyNews.withdrawn),
    countWithdrawal,
    pushOrderChanged,
  ),
  on(itemPublished, requireAgreed),
  on(catalogChanged, publishChange),
  on(availabilityChanged, countReviewChange),
  on(userProfileChanged, countAuthorChange),
  on(passwordChanged, endFeedOfOwner),
  on(sellerProfileChanged, renameOwner, publishChange),
  on(orders.cancellationTermsChanged, publishChange),
  on(orders.sellerChanged, showSeller),
  on(legalPagesChanged, publishChange),

  on(messageSent, resumeOnMessage, pushMessage, pushUnread, notifyMessage),
  on(conversationMoved, moveNotificationsToOrder),
  on(conversationRead, cancelUnreadMessageEmail, pushMessagesSeen, markMessageNotificationsRead),
]);
