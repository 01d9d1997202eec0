import {
  blankForm,
  entries,
  number,
  own,
  rich,
  section,
  text,
} from '../catalog/content/form-rules.ts';
import type { LegalBody } from './schema.ts';

/** How much the owner may add to the legal pages. */
export const LEGAL_LIMITS = { pages: 5, text: 20_000, title: 80 } as const;
/** DPDP Rules 2025, rule 6: logs are kept for one year. */
export const AUDIT_DAYS = { least: 365, most: 3_650 } as const;

export const LEGAL_FORM = [
  section('Seller', 'dl', [
    text('legalName', 'Legal name'),
    text('address', 'Address', { rows: 3 }),
    { beside: [text('email', 'E-mail'), text('phone', 'Phone')] },
  ]),
  section('Complaints', '', [
    {
      note: 'Whom the page names promises to acknowledge a complaint within 48 hours and to settle it within a month. It may be you; without another way the page names yours.',
    },
    {
      beside: [
        text('grievanceName', 'Grievance officer'),
        text('grievanceRole', 'Position'),
        text('grievanceEmail', 'E-mail for complaints'),
        text('grievancePhone', 'Phone for complaints'),
      ],
    },
  ]),
  section('Storage', '', [number('auditLogDays', 'Audit log, days', { min: 365 })]),
  section('Additions', '', [
    own('additions', '', {
      blank: { terms: '', privacy: '', refunds: '', delivery: '', contact: '' },
    }),
  ]),
  section('Own pages', '', [
    entries(
      'pages',
      ['page', LEGAL_LIMITS.pages],
      [text('title', 'Title'), text('slug', 'Address, after /legal/'), rich('text', 'Text')],
    ),
  ]),
];

export const BLANK_LEGAL = blankForm(LEGAL_FORM) as unknown as LegalBody;
