import { expect } from 'vitest';
import { PIECE_BYTES } from '../../api/modules/deliveries/rules.ts';
import type { Answer, Person } from './http-client.ts';

const pathOf = (orderId: string) => `/api/v1/desk/orders/${orderId}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Says which file comes; the answer names the address for its pieces. */
export const beginUpload = (
  person: Person,
  orderId: string,
  { name, size, modified = 1 }: { name: string; size: number | string; modified?: number },
): Promise<Answer> =>
  person.post(`${pathOf(orderId)}/uploads`, '', {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(size),
    'Upload-Metadata': `name ${base64(name)},modified ${base64(String(modified))}`,
  });

export const sendPiece = (
  person: Person,
  address: string,
  offset: number | string,
  bytes: Uint8Array,
): Promise<Answer> =>
  person.write('PATCH', address, bytes, {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
  });

/** Sends what is missing of a file from this offset; returns the last answer. */
export async function sendRest(
  person: Person,
  address: string,
  bytes: Uint8Array,
  from = 0,
): Promise<Answer> {
  let answer: Answer;
  let at = from;
  do {
    answer = await sendPiece(person, address, at, bytes.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
  } while (at < bytes.length && answer.status === 204);
  return answer;
}

/** Uploads a file for the next delivery as the dashboard does; returns its id. */
export async function uploadFile(
  person: Person,
  orderId: string,
  name: string,
  content: Uint8Array | string,
): Promise<string> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const begun = await beginUpload(person, orderId, { name, size: bytes.length });
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const sent = await sendRest(person, begun.headers.get('Location') ?? '', bytes);
  expect(sent.status, JSON.stringify(sent.body)).toBe(204);
  const { waiting } = (await person.get(pathOf(orderId))).body.order;
  return waiting.findLast((file: { name: string }) => file.name === name)._id;
}
