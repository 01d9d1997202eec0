import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { DocumentRow } from './database.ts';
import { SandboxError } from './errors.ts';
import { makeId } from './ids.ts';
import { find, insert } from './queries.ts';

const TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/jpg'];
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Stores an uploaded file. Disputes refer to it by its id. */
export async function createDocument(
  context: SandboxContext,
  { purpose, file }: Record<string, unknown>,
): Promise<DocumentRow> {
  if (purpose !== 'dispute_evidence') {
    throw new SandboxError('The selected purpose is invalid.', { field: 'purpose' });
  }
  if (!(file instanceof File)) {
    throw new SandboxError('The file field is required.', { field: 'file' });
  }
  if (!TYPES.includes(file.type)) {
    throw new SandboxError('The file must be a file of type: jpg, jpeg, png, pdf.', {
      field: 'file',
    });
  }
  const content = Buffer.from(await file.arrayBuffer());
  const id = makeId('doc');
  return commit(context, () => {
    insert(context, 'documents', {
      id,
      purpose,
      name: file.name,
      mime_type: file.type,
      size: content.length,
      content,
      created_at: seconds(context),
    });
    return find(context, 'documents', id);
  });
}
