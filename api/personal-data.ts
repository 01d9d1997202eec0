import { personalData as accounts } from './modules/accounts/personal-data.ts';
import { personalData as billing } from './modules/billing/personal-data.ts';
import { personalData as caseStudies } from './modules/case-studies/personal-data.ts';
import { personalData as chat } from './modules/chat/personal-data.ts';
import { personalData as clients } from './modules/clients/personal-data.ts';
import { personalData as deliveries } from './modules/deliveries/personal-data.ts';
import { personalData as disputeEvidence } from './modules/dispute-evidence/personal-data.ts';
import { personalData as notifications } from './modules/notifications/personal-data.ts';
import { personalData as orders } from './modules/orders/personal-data.ts';
import { personalData as payments } from './modules/payments/personal-data.ts';
import { personalData as quotes } from './modules/quotes/personal-data.ts';
import { personalData as reviews } from './modules/reviews/personal-data.ts';
import { personalData as site } from './modules/site/personal-data.ts';
import type { PersonalData } from './platform/personal-data.ts';

/** All modules with data about people, in the order of a person's export. */
export const PERSONAL_DATA: PersonalData[] = [
  accounts,
  clients,
  orders,
  deliveries,
  payments,
  billing,
  // Before what is shown on its pages.
  site,
  caseStudies,
  reviews,
  disputeEvidence,
  // Before the conversations to which they refer.
  notifications,
  quotes,
  chat,
];
