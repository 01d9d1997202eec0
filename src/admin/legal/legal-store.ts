import { atom } from 'nanostores';
import type { AdminLegalDto } from '../../../api/modules/legal/legal-pages.ts';
import { ApiError, readJson } from '../../lib/api.ts';
import { createEditor, type EditableItem } from '../edit/create-editor.ts';
import { adminApi } from '../requests.ts';

export type LegalForm = Omit<AdminLegalDto, 'version' | 'missing' | 'used'>;
type EditedLegal = AdminLegalDto & EditableItem;

/** The path of the page that the preview shows. */
export const $previewedPath = atom('/terms');

const { legal: legalApi } = adminApi;

/** The legal pages are always public, and each save replaces the one before. */
const toItem = (legal: AdminLegalDto): EditedLegal => ({
  ...legal,
  _id: 'legal',
  status: 'published',
  canUndo: false,
  updatedAt: null,
});

const notPossible = () => Promise.reject(new ApiError(0, 'There is one set of legal pages only.'));

const BLANK: LegalForm = {
  ...{ legalName: '', address: '', email: '', phone: '' },
  ...{ grievanceName: '', grievanceRole: '', grievanceEmail: '', grievancePhone: '' },
  auditLogDays: 0,
  additions: { terms: '', privacy: '', refunds: '', delivery: '', contact: '' },
  pages: [],
};

export const legalEditor = createEditor<LegalForm, EditedLegal>({
  blank: BLANK,
  find: async () => toItem((await readJson(legalApi.$get())).legal),
  create: notPossible,
  save: async (_, body, version) => {
    const { message, legal } = await readJson(legalApi.$put({ json: { ...body, version } }));
    return { message, item: toItem(legal) };
  },
  setStatus: notPossible,
  undo: notPossible,
});
