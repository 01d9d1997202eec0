import type { Migration } from '../migrate.ts';

export const attachmentOrder: Migration = {
  name: '009-attachment-order',
  // Files are uploaded side by side: when they arrive says nothing of the order in which they were chosen.
  statements: ['ALTER TABLE attachments ADD COLUMN position INTEGER NOT NULL DEFAULT 0'],
};
