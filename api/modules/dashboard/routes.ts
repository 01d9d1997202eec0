import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { adminPictureRoutes } from '../../platform/files/routes.ts';
import type { Env } from '../../platform/http/env.ts';
import { adminMailRoutes } from '../../platform/mail/admin-routes.ts';
import { adminAssistantRoutes } from '../accounts/assistants/routes.ts';
import { auditRoutes } from '../accounts/audit-routes.ts';
import { ownersOnly } from '../accounts/guards.ts';
import { adminTaxRoutes } from '../billing/admin-routes.ts';
import { ledgerRoutes } from '../billing/ledger/ledger-routes.ts';
import { adminCaseStudyRoutes } from '../case-studies/routes.ts';
import { contentItemRoutes } from '../catalog/content/kinds.ts';
import { contentRoutes } from '../catalog/content/routes.ts';
import { adminProfileRoutes } from '../catalog/profile/admin-routes.ts';
import { clientRoutes } from '../clients/routes.ts';
import { adminDeliveryRoutes } from '../deliveries/admin-routes.ts';
import { adminPinRoutes } from '../deliveries/pin-routes.ts';
import { adminRevisionRoutes } from '../deliveries/revisions.ts';
import { disputeRoutes } from '../dispute-evidence/admin-routes.ts';
import { adminLegalRoutes } from '../legal/routes.ts';
import { unprovedAnswerRoutes } from '../mail-replies/routes.ts';
import {
  adminCalendarRoutes,
  adminOrderPageRoutes,
  adminPaymentListRoutes,
} from '../order-pages/admin-routes.ts';
import { adminOrderRoutes } from '../orders/admin-routes.ts';
import { availabilityRoutes } from '../orders/availability-routes.ts';
import { adminTermsRoutes } from '../orders/cancellation/admin-routes.ts';
import { adminDiscountRoutes } from '../orders/discounts/admin-routes.ts';
import { adminPaymentRoutes, endOrderRoutes } from '../payments/admin-routes.ts';
import { adminChangeRoutes } from '../payments/order-changes/routes.ts';
import { adminQuoteRoutes } from '../quotes/routes.ts';
import { adminReviewRoutes } from '../reviews/admin-routes.ts';
import { previewRoutes } from '../site/preview/routes.ts';
import { publishing } from '../site/publish/admin-routes.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { visitRoutes } from '../visits/routes.ts';
import { nameSubjects } from './audit-subjects.ts';
import { backups } from './backup-routes.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { firstStepsRoutes } from './first-steps/routes.ts';
import { openTaskRoutes } from './open-tasks.ts';
import { searchRoutes } from './search.ts';
import { shopRoutes } from './shop-routes.ts';
import { today } from './today.ts';

/** Every call below `/desk`, and their guard; each module defines its own beside its subject. */
export const adminRoutes = (publisher: Publisher, actionNames: () => Record<string, string>) =>
  new Hono<Env>()
    .use(ownersOnly)
    .route('/publish', publishing(publisher))
    .route('/shop', shopRoutes(publisher))
    .route('/preview', previewRoutes(publisher.previews))
    .route('/first-steps', firstStepsRoutes)
    .route('/find', searchRoutes)
    .route('/today', today)
    .route('/waiting', openTaskRoutes(publisher))
    .route('/disputes', disputeRoutes)
    .route('/ledger', ledgerRoutes)
    .route('/payments', adminPaymentListRoutes)
    .route('/payments', adminPaymentRoutes)
    .route('/mail', adminMailRoutes)
    .use('/orders', compress({ encoding: 'gzip' }))
    .route('/orders/pins', adminPinRoutes)
    .route('/orders', adminOrderRoutes)
    .route('/orders', adminDeliveryRoutes)
    .route('/orders', endOrderRoutes)
    .route('/orders', adminOrderPageRoutes)
    .route('/clients', clientRoutes)
    .route('/revisions', adminRevisionRoutes)
    .route('/changes', adminChangeRoutes)
    .route('/quotes', adminQuoteRoutes)
    .route('/unproved-answers', unprovedAnswerRoutes)
    .route('/case-studies', adminCaseStudyRoutes)
    .route('/cancellation-terms', adminTermsRoutes)
    .route('/discounts', adminDiscountRoutes)
    .route('/assistants', adminAssistantRoutes)
    .route('/reviews', adminReviewRoutes)
    .route('/', contentItemRoutes)
    .route('/profile', adminProfileRoutes)
    .route('/availability', availabilityRoutes)
    .route('/calendar', adminCalendarRoutes)
    .route('/content', contentRoutes)
    .route('/tax', adminTaxRoutes)
    .route('/legal', adminLegalRoutes)
    .route('/pictures', adminPictureRoutes)
    .route('/backups', backups)
    .route('/doctor', doctorRoutes)
    .route('/visits', visitRoutes)
    .route('/audit', auditRoutes(actionNames, nameSubjects));
