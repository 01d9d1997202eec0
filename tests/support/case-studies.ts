import { expect } from 'vitest';
import { ADMIN_ORDERS } from './admin-orders.ts';
import type { Person } from './http-client.ts';
import { buy } from './payments.ts';
import type { TestApp } from './test-app.ts';
import { uploadFile } from './uploads.ts';

export const CASE_STUDIES = '/api/v1/desk/case-studies';
const OWN = '/api/v1/user/case-studies';
const PROJECTS = '/api/v1/desk/projects';

/** An order that was delivered with these files and accepted. */
export async function completed(
  app: TestApp,
  { buyer, owner }: { buyer: Person; owner: Person },
  files: Record<string, Buffer> = {},
  more: Record<string, unknown> = {},
): Promise<string> {
  const { orderId } = await buy(app, buyer, more);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`, {});
  for (const file of Object.entries(files)) await uploadFile(owner, orderId, ...file);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here it is.' });
  const accepted = await buyer.post('/api/v1/gig/delivery/accept', { orderId });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  return orderId;
}

/** Asks for a case study; the id of the project. */
export async function ask(owner: Person, orderId: string): Promise<string> {
  const { status, body } = await owner.post(`${CASE_STUDIES}/${orderId}`, {});
  expect(status, JSON.stringify(body)).toBe(201);
  return body.project;
}

export async function questionTo(buyer: Person, orderId: string) {
  const { body } = await buyer.get(OWN);
  return body.caseStudies.find((each: { orderId: string }) => each.orderId === orderId);
}

export const answerWith = async (
  buyer: Person,
  orderId: string,
  parts: string[],
  words?: string,
) => {
  const { _id } = await questionTo(buyer, orderId);
  return buyer.post(`${OWN}/${_id}/answer`, { parts, words });
};

export const takeBack = async (buyer: Person, orderId: string, parts: string[]) => {
  const { _id } = await questionTo(buyer, orderId);
  return buyer.post(`${OWN}/${_id}/withdraw`, { parts });
};

export const projectOf = async (owner: Person, id: string) =>
  (await owner.get(`${PROJECTS}/${id}`)).body.project;

export async function saveProject(owner: Person, id: string, more: object) {
  const project = await projectOf(owner, id);
  return owner.put(`${PROJECTS}/${id}`, { ...project, ...more });
}

export async function listProject(owner: Person, id: string) {
  const { version } = await projectOf(owner, id);
  return owner.put(`${PROJECTS}/${id}/status`, { version, status: 'published' });
}
