import { expect, test } from 'vitest';
import { SANDBOX_KEYS, startSandbox } from '../support/razorpay-sandbox.ts';

const PDF = new File([Buffer.from('%PDF-1.7 proof')], 'proof.pdf', { type: 'application/pdf' });
const HOUR = 3600;

async function startDispute(more: Parameters<Sandbox['dispute']>[1] = {}) {
  let now = new Date('2026-11-22T10:00:00Z');
  const started = await startSandbox({ now: () => now });
  const { sandbox, client, url } = started;
  const order = await started.order();
  const paid = sandbox.pay(order.id, { method: 'card', outcome: 'captured' });
  const paymentId = paid.razorpay_payment_id;
  const dispute = sandbox.dispute(paymentId, more);
  const upload = async (file: File = PDF, purpose = 'dispute_evidence') => {
    const form = new FormData();
    form.set('purpose', purpose);
    form.set('file', file);
    const authorization = `Basic ${btoa(`${SANDBOX_KEYS.keyId}:${SANDBOX_KEYS.keySecret}`)}`;
    const answer = await fetch(`${url}/v1/documents`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; size: number } };
  };
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR * 1000);
  };
  return { sandbox, client, paymentId, dispute, upload, later };
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>['sandbox'];
const rejection = (description: string | RegExp) => ({
  statusCode: 400,
  error: { description: expect.stringMatching(description) },
});
const eventsOf = (sandbox: Sandbox) =>
  sandbox
    .events()
    .map(({ event }) => event)
    .filter((event) => event.startsWith('payment.dispute.'));

test('a dispute is fetched and listed with what the bank says', async () => {
  const { client, paymentId, dispute, sandbox } = await startDispute({ phase: 'retrieval' });
  expect(dispute).toMatchObject({
    payment_id: paymentId,
    amount: 50_000,
    amount_deducted: 0,
    status: 'open',
    phase: 'retrieval',
    evidence: { amount: 50_000, summary: null, billing_proof: null, submitted_at: null },
  });
  expect(dispute.id).toMatch(/^disp_[A-Za-z0-9]{14}$/);
  expect(await client.disputes.fetch(dispute.id)).toEqual(dispute);
  expect(await client.disputes.all({ count: 100 })).toMatchObject({ count: 1, items: [dispute] });
  const [created] = sandbox.events().filter(({ event }) => event === 'payment.dispute.created');
  expect(created?.body).toMatchObject({
    contains: ['payment', 'dispute'],
    payload: { dispute: { entity: dispute }, payment: { entity: { id: paymentId } } },
  });
});

test('evidence is drafted, kept between drafts, and submitted with one document at least', async () => {
  const { client, dispute, upload, sandbox } = await startDispute();
  const drafted = await client.disputes.contest(dispute.id, { summary: 'Delivered.' });
  expect(drafted).toMatchObject({ status: 'open', evidence: { summary: 'Delivered.' } });
  await expect(client.disputes.contest(dispute.id, { action: 'submit' })).rejects.toMatchObject(
    rejection(/at least one document/),
  );
  const { status, body: document } = await upload();
  expect({ status, size: document.size }).toEqual({ status: 200, size: 14 });
  expect(sandbox.document(document.id).toString()).toBe('%PDF-1.7 proof');
  await client.disputes.contest(dispute.id, { amount: 100, proof_of_service: [document.id] });
  const submitted = await client.disputes.contest(dispute.id, { action: 'submit' });
  expect(submitted).toMatchObject({
    status: 'under_review',
    evidence: { amount: 100, summary: 'Delivered.', proof_of_service: [document.id] },
  });
  expect(eventsOf(sandbox)).toEqual(['payment.dispute.created', 'payment.dispute.under_review']);
  await expect(client.disputes.contest(dispute.id, { summary: 'x' })).rejects.toMatchObject(
    rejection(/under_review status/),
  );
});

test.each([
  [{ amount: 50_001 }, /greater than dispute amount/],
  [{ summary: 'x'.repeat(1001) }, /summary/],
  [{ billing_proof: ['doc_AAAAAAAAAAAAAA'] }, /Invalid file id/],
  [{ action: 'win' }, /action is invalid/],
  [{ colour: 'red' }, /should not be sent/],
])('evidence %o is refused', async (body, description) => {
  const { client, dispute } = await startDispute();
  await expect(client.disputes.contest(dispute.id, body as object)).rejects.toMatchObject(
    rejection(description),
  );
});

test('a document must be a picture or a PDF and say that it is evidence', async () => {
  const { upload } = await startDispute();
  expect((await upload(PDF, 'other')).status).toBe(400);
  expect((await upload(new File(['a'], 'a.txt', { type: 'text/plain' }))).status).toBe(400);
});

test('nothing is answered after the deadline or after the decision', async () => {
  const late = await startDispute();
  late.later(7 * 24 + 1);
  await expect(late.client.disputes.accept(late.dispute.id)).rejects.toMatchObject(
    rejection(/deadline/),
  );
  const { client, sandbox, dispute } = await startDispute();
  sandbox.moveDispute(dispute.id, 'won');
  await expect(client.disputes.accept(dispute.id)).rejects.toMatchObject(rejection(/won status/));
  expect(() => sandbox.moveDispute(dispute.id, 'lost')).toThrow(/won status/);
});

test('a payment is not refunded while its dispute is undecided, and never beyond what is left', async () => {
  const { client, sandbox, paymentId, dispute } = await startDispute({ amount: 20_000 });
  const refund = (amount: number) => client.payments.refund(paymentId, { amount });
  await expect(refund(100)).rejects.toMatchObject(rejection(/under dispute/));
  const lost = await client.disputes.accept(dispute.id);
  expect(lost).toMatchObject({ status: 'lost', amount_deducted: 20_000 });
  await expect(refund(30_001)).rejects.toMatchObject(rejection(/greater/));
  expect(await refund(30_000)).toMatchObject({ status: 'processed' });
  expect(eventsOf(sandbox)).toEqual(['payment.dispute.created', 'payment.dispute.lost']);
});

test('the bank asks for more, and a second dispute takes only what is left', async () => {
  const { sandbox, dispute, paymentId, upload, client } = await startDispute({ amount: 40_000 });
  const { body: document } = await upload();
  await client.disputes.contest(dispute.id, {
    others: [{ type: 'x', document_ids: [document.id] }],
    action: 'submit',
  });
  expect(sandbox.moveDispute(dispute.id, 'action_required').status).toBe('open');
  sandbox.moveDispute(dispute.id, 'lost', { deducted: 30_000 });
  expect(() => sandbox.dispute(paymentId, { amount: 20_001 })).toThrow(/less than that/);
  expect(sandbox.dispute(paymentId).amount).toBe(20_000);
});
