import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import type { Services } from '../../../platform/services.ts';
import { factorsOf } from '../../accounts/second-factor/factors.ts';
import { countByStatus } from '../../catalog/content/queries.ts';
import { gigKind } from '../../catalog/gigs/kind.ts';
import { BLANK_PROFILE } from '../../catalog/profile/form-rules.ts';
import { readProfile } from '../../catalog/profile/read-profile.ts';
import { projectKind } from '../../catalog/projects/kind.ts';
import { isShopOpen } from '../../catalog/shop.ts';
import { toAdminLegalDto } from '../../legal/legal-pages.ts';
import { findAnswerProof } from '../../mail-replies/answer-proof.ts';
import { hasSavedTerms } from '../../orders/cancellation/terms.ts';
import { countsIn, hasOrders, type KeyKind } from '../../orders/queries.ts';
import { findTestPurchase } from '../../payments/doctor-test-order.ts';
import { LOOKED } from '../../site/preview/routes.ts';
import { hasStarterContent } from '../../site/starter-shop.ts';
import { findMailProof } from '../doctor/mail-proof.ts';
import { type FirstStep, type FirstStepsFacts, firstSteps, isUnfinished } from './rules.ts';

/** Not empty when the owner has taken the steps off Today. */
const PUT_AWAY = 'first steps put away';

export const arePutAway = async (db: Db): Promise<boolean> =>
  Boolean(await readSetting(db, PUT_AWAY));

export const putStepsAway = (tx: Db, isPutAway: boolean) =>
  storeSetting(tx, PUT_AWAY, isPutAway ? 'yes' : '');

/** The steps of a shop that is closed or lacks something, until they are put away; null for every other, and for the open demo of a developer. */
export async function findUnfinishedSteps(
  services: Services,
  ownerId: string,
): Promise<FirstStep[] | null> {
  const { db } = services.store;
  const isDemo = !services.config.production && (await hasStarterContent(db));
  if (isDemo && (await isShopOpen(db))) return null;
  if (await arePutAway(db)) return null;
  const steps = await findFirstSteps(services, ownerId);
  return isUnfinished(steps) ? steps : null;
}

export const findFirstSteps = async (services: Services, ownerId: string): Promise<FirstStep[]> =>
  firstSteps(await findFacts(services, ownerId));

async function findFacts(services: Services, ownerId: string): Promise<FirstStepsFacts> {
  const { config, store, provider, installationChecks } = services;
  const { db } = store;
  const [isOpen, isStarter, hasTerms, looked, profile, legal] = await Promise.all([
    isShopOpen(db),
    hasStarterContent(db).then(async (has) => has && !(await hasOrders(db))),
    hasSavedTerms(db),
    readSetting(db, LOOKED),
    readProfile(db),
    toAdminLegalDto(db),
  ]);
  const [gigs, projects, report, purchase, hasPaidOrder, mail, factors, testAnswer] =
    await Promise.all([
      countByStatus(db, gigKind),
      countByStatus(db, projectKind),
      installationChecks.latest(),
      findTestPurchase(db, provider),
      findPaidOrder(db, provider),
      findMailProof(db, config.mailFrom),
      factorsOf(db, ownerId),
      config.mailReplies && findAnswerProof(db, config.mailReplies),
    ]);
  return {
    ...{ isOpen, isStarter, hasTerms, purchase, mail, testAnswer, hasPaidOrder },
    profile: profile.body,
    hasBrand: !isDeepStrictEqual(profile.body.brand, BLANK_PROFILE.brand),
    gigs: { published: gigs.published.count, draft: gigs.draft.last },
    pastWork: { published: projects.published.count, drafts: projects.draft.count },
    missingOnLegalPages: legal.missing,
    keys: config.razorpay ? (provider.isTest ? 'test' : 'live') : 'sandbox',
    checks: Object.fromEntries((report?.findings ?? []).map((each) => [each.part, each])),
    hasSecondFactor: factors !== null,
    hasLooked: looked !== undefined,
  };
}

/** Whether a buyer has paid with keys of this mode. */
async function findPaidOrder(db: Db, keys: KeyKind): Promise<boolean> {
  const order = db
    .selectFrom('orders')
    .select('id')
    .where('paid', '>', 0)
    .where(countsIn('orders.id', keys))
    .limit(1);
  return (await order.executeTakeFirst()) !== undefined;
}
