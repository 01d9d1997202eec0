import { Hono } from 'hono';
import { contestDispute } from './contest-dispute.ts';
import type { SandboxContext } from './context.ts';
import { acceptDispute } from './disputes.ts';
import { createDocument } from './documents.ts';
import { toCollection, toDisputeDto, toDocumentDto } from './entities.ts';
import type { RouteKind } from './faults.ts';
import { faultMiddleware } from './inject-fault.ts';
import { readBody, readPage } from './parse-request.ts';
import { find, list } from './queries.ts';

/** Routes for the merchant to read and answer disputes. */
export function disputeRoutes(context: SandboxContext): Hono {
  const fault = (route: RouteKind) => faultMiddleware(context.faults, route);
  return new Hono()
    .get('/', fault('disputes.list'), (c) =>
      c.json(toCollection(list(context, 'disputes', readPage(c)).map(toDisputeDto))),
    )
    .get('/:id', fault('disputes.fetch'), (c) =>
      c.json(toDisputeDto(find(context, 'disputes', c.req.param('id')))),
    )
    .post('/:id/accept', fault('disputes.accept'), (c) =>
      c.json(toDisputeDto(acceptDispute(context, c.req.param('id')))),
    )
    .patch('/:id/contest', fault('disputes.contest'), async (c) =>
      c.json(toDisputeDto(contestDispute(context, c.req.param('id'), await readBody(c)))),
    );
}

/** Routes for the merchant to upload evidence files. */
export function documentRoutes(context: SandboxContext): Hono {
  const fault = (route: RouteKind) => faultMiddleware(context.faults, route);
  return new Hono()
    .post('/', fault('documents.create'), async (c) =>
      c.json(toDocumentDto(await createDocument(context, await c.req.parseBody()))),
    )
    .get('/:id', fault('documents.fetch'), (c) =>
      c.json(toDocumentDto(find(context, 'documents', c.req.param('id')))),
    );
}
