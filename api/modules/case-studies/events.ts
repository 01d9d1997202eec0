import type { CaseStudyRequest, Order } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { Part } from './rules.ts';

interface CaseStudyEvent {
  order: Order;
  request: CaseStudyRequest;
  at: string;
}

export interface Answered extends CaseStudyEvent {
  parts: readonly Part[];
}

/** The client has answered what may be shown. */
export const caseStudyAnswered = defineEvent<Answered>('casestudy.answered');
/** The client took parts back that may be on pages: they are out of the documents already. */
export const partsWithdrawn = defineEvent<Answered>('casestudy.partsWithdrawn');
