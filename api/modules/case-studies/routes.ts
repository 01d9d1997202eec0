import { Hono } from 'hono';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { answerRequest, withdrawParts } from './answer-request.ts';
import { toCaseStudyDto, toCaseStudyDtos } from './dto.ts';
import { makeCaseStudy } from './make-case-study.ts';
import { listRequestsOf } from './queries.ts';
import { answerBody, withdrawBody } from './schema.ts';
import { ASKED, answeredMessage, NOTHING_LEFT, WITHDRAWN } from './texts.ts';

const ok = { success: true } as const;

/** Routes for clients: what they were asked, and what they allow. */
export const caseStudyRoutes = new Hono<Env>()
  .use(verifiedOnly)
  .get('/', async (c) => {
    const { db } = c.var.services.store;
    const requests = await listRequestsOf(db, requireVerifiedUser(c).id);
    const caseStudies = await Promise.all(requests.map((each) => toCaseStudyDto(db, each)));
    return c.json({ ...ok, caseStudies });
  })
  .post(
    '/:id/answer',
    audited('Answered what a case study may show'),
    validate(answerBody),
    async (c) => {
      const answer = c.req.valid('json');
      await answerRequest(c.var.services, requireVerifiedUser(c), c.req.param('id'), answer);
      return c.json({ ...ok, message: answeredMessage(answer.parts) });
    },
  )
  .post(
    '/:id/withdraw',
    audited('Took back what a case study may show'),
    validate(withdrawBody),
    async (c) => {
      const { parts } = c.req.valid('json');
      if (parts.length === 0) throw new ApiError(409, NOTHING_LEFT);
      await withdrawParts(c.var.services, requireVerifiedUser(c), c.req.param('id'), parts);
      return c.json({ ...ok, message: WITHDRAWN });
    },
  );

/** Routes for the owner, by the id of an order. */
export const adminCaseStudyRoutes = new Hono<Env>()
  .get('/:id', async (c) => {
    const caseStudies = await toCaseStudyDtos(c.var.services.store.db, c.req.param('id'));
    return c.json({ ...ok, caseStudies });
  })
  .post('/:id', audited('Made a case study'), async (c) => {
    const { services } = c.var;
    const owner = requireVerifiedUser(c);
    const project = await makeCaseStudy(services, owner, c.req.param('id'));
    return c.json({ ...ok, message: ASKED, project }, 201);
  });
