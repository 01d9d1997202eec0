import type { PersonalData } from '../../platform/personal-data.ts';

const ofOrder = { of: { order_id: 'orders' } } as const;

/** The dates of deliveries are accounting records: their texts and files go, the rows stay. */
export const personalData: PersonalData = {
  tables: {
    pin_replies: {
      ...{ of: { pin_id: 'delivery_pins' }, within: { pin_id: 'delivery_pins' } },
      ...{ as: 'replies', by: 'created_at id', erased: 'rows' },
      exported: 'side text created_at',
      names: { side: 'by' },
    },
    delivery_pins: {
      ...{ ...ofOrder, as: 'pins', by: 'created_at id', erased: 'rows' },
      exported: 'order_id file_id number page x y side text created_at resolved_at resolved_by',
      names: { file_id: 'file', side: 'by' },
      unexported: { 'revisions and deliveries say it': 'delivery_id revision_id answered_in' },
    },
    upload_pieces: {
      ...{ of: { upload_id: 'uploads' }, erased: 'rows' },
      unexported: { 'a part of a file that is not whole': 'upload_id at file_hash' },
    },
    uploads: {
      ...{ ...ofOrder, erased: 'rows' },
      unexported: { 'not whole yet': 'name size modified received file_id created_at' },
    },
    delivery_pictures: {
      ...{ of: { file_id: 'delivery_files' }, erased: 'rows' },
      unexported: { 'drawn from the file': 'kind width height file_hash' },
    },
    delivery_files: {
      ...{ ...ofOrder, within: { delivery_id: 'deliveries' }, as: 'files', by: 'created_at id' },
      erased: 'rows',
      exported: 'name size note id',
      names: { id: 'path' },
      formats: { id: (id) => `/api/v1/gig/delivery/file/${id}` },
      unexported: {
        'at the path, once it is open': 'file_hash address',
        'the delivery says it': 'created_at',
      },
    },
    deliveries: {
      ...{ ...ofOrder, as: 'deliveries', by: 'created_at id' },
      exported: 'order_id number message corrects created_at',
      erased: { message: 'What was delivered left with its account.' },
    },
  },
};
