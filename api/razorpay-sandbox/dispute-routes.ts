import { Hono } from 'hono';
import type { SandboxContext } from './context.ts';
import { seconds } from './context.ts';
import type { DisputeRow } from './database.ts';
import { acceptDispute, requireAnswerable, storeEvidence } from './disputes.ts';
import { createDocument } from './documents.ts';
import { toCollection, toDisputeDto, toDocumentDto } from './entities.ts';
import { SandboxError } from './errors.ts';
import type { RouteKind } from './faults.ts';
import { faultMiddleware } from './inject-fault.ts';
import type { Body } from './parse-request.ts';
import {
  amountError,
  readAmount,
  readBody,
  readPage,
  readText,
  rejectUnknownFields,
} from './parse-request.ts';
import { find, list } from './queries.ts';
import type { DisputeEvidence } from './types.ts';
import { PROOF_KINDS } from './types.ts';

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

const MAX_SUMMARY_LENGTH = 1000;

/** Adds evidence to an open dispute. It is a draft until it is submitted. */
function contestDispute(context: SandboxContext, id: string, body: Body): DisputeRow {
  rejectUnknownFields(body, ['amount', 'summary', 'others', 'action', ...PROOF_KINDS]);
  const dispute = find(context, 'disputes', id);
  requireAnswerable(context, dispute);
  const action = body['action'] ?? 'draft';
  if (action !== 'draft' && action !== 'submit') {
    throw new SandboxError('The selected action is invalid.', { field: 'action' });
  }
  const evidence = withChanges(context, dispute, body);
  if (action === 'draft') return storeEvidence(context, id, { evidence, submit: false });
  if (documentsIn(evidence).length === 0) {
    throw new SandboxError('Provide at least one document to contest the dispute.');
  }
  const submitted = { ...evidence, submitted_at: seconds(context) };
  return storeEvidence(context, id, { evidence: submitted, submit: true });
}

/** Merges the sent fields into the earlier draft. */
function withChanges(context: SandboxContext, dispute: DisputeRow, body: Body): DisputeEvidence {
  const evidence = JSON.parse(dispute.evidence) as DisputeEvidence;
  if (body['amount'] !== undefined) {
    evidence.amount = readAmount(body['amount']);
    if (evidence.amount > dispute.amount) {
      throw amountError('contest amount cannot be greater than dispute amount.');
    }
  }
  if (body['summary'] !== undefined)
    evidence.summary = readText(body, 'summary', MAX_SUMMARY_LENGTH);
  for (const kind of PROOF_KINDS) {
    if (body[kind] !== undefined) evidence[kind] = readDocuments(context, body[kind]);
  }
  if (Array.isArray(body['others'])) {
    evidence.others = (body['others'] as { type?: unknown; document_ids?: unknown }[]).map(
      ({ type, document_ids }) => ({
        type: String(type),
        document_ids: readDocuments(context, document_ids),
      }),
    );
  }
  return evidence;
}

function readDocuments(context: SandboxContext, value: unknown): string[] {
  const ids = Array.isArray(value) ? value.map(String) : [];
  try {
    for (const id of ids) find(context, 'documents', id);
  } catch {
    throw new SandboxError(
      'Invalid file id provided or merchant is unauthorized to access the fileId(s) provided',
    );
  }
  return ids;
}

const documentsIn = (evidence: DisputeEvidence): string[] => [
  ...PROOF_KINDS.flatMap((kind) => evidence[kind] ?? []),
  ...(evidence.others ?? []).flatMap((each) => each.document_ids),
];
