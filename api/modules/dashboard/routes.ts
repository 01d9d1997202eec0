import { Hono } from 'hono';
import { adminPictureRoutes } from '../../platform/files/admin-routes.ts';
import type { Env } from '../../platform/http/env.ts';
import { adminMailRoutes } from '../../platform/mail/admin-routes.ts';
import { ownersOnly } from '../accounts/guards.ts';
import { adminTaxRoutes } from '../billing/admin-routes.ts';
import { contentItemRoutes } from '../catalog/content/kinds.ts';
import { contentRoutes } from '../catalog/content/routes.ts';
import { adminProfileRoutes } from '../catalog/profile/admin-routes.ts';
import { disputeRoutes } from '../dispute-evidence/admin-routes.ts';
import { adminLegalRoutes } from '../legal/routes.ts';
import { adminReviewRoutes } from '../reviews/admin-routes.ts';
import { previewRoutes } from '../site/preview/routes.ts';
import { publishing } from '../site/publish/admin-routes.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { auditRoutes } from './audit-routes.ts';
import { availabilityRoutes } from './availability-routes.ts';
import { backups } from './backup-routes.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { firstStepsRoutes } from './first-steps/routes.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { openTaskRoutes } from './open-tasks.ts';
import { adminOrderRoutes } from './order-routes.ts';
import { paymentListRoutes } from './payment-list.ts';
import { searchRoutes } from './search.ts';
import { shopRoutes } from './shop-routes.ts';
import { today } from './today.ts';

/** All routes of the dashboard; each module defines its own. */
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
    .route('/payments', paymentListRoutes)
    .route('/mail', adminMailRoutes)
    .route('/orders', adminOrderRoutes)
    .route('/reviews', adminReviewRoutes)
    .route('/', contentItemRoutes)
    .route('/profile', adminProfileRoutes)
    .route('/availability', availabilityRoutes)
    .route('/content', contentRoutes)
    .route('/tax', adminTaxRoutes)
    .route('/legal', adminLegalRoutes)
    .route('/pictures', adminPictureRoutes)
    .route('/backups', backups)
    .route('/doctor', doctorRoutes)
    .route('/audit', auditRoutes(actionNames));
