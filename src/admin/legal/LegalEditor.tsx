import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { AdminLegalDto } from '../../../api/modules/legal/legal-pages.ts';
import { LEGAL_LIMITS } from '../../../api/modules/legal/limits.ts';
import { LEGAL_PAGES, ownPagePath } from '../../../api/modules/legal/rules.ts';
import { Select, SelectField } from '../../components/Select.tsx';
import { ApiError, readJson } from '../../lib/api.ts';
import { type BoundFields, bindFields } from '../edit/bind-fields.ts';
import { createEditor, type EditableItem } from '../edit/create-editor.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { EditorSection } from '../edit/EditorSection.tsx';
import { NumberField, TextField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { adminApi } from '../requests.ts';

type LegalForm = Omit<AdminLegalDto, 'version' | 'missing' | 'used'>;
type EditedLegal = AdminLegalDto & EditableItem;

/** The path of the page that the preview shows. */
const $previewedPath = atom('/terms');

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

const legalEditor = createEditor<LegalForm, EditedLegal>({
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

const SECTIONS = ['Seller', 'Complaints', 'Storage', 'Additions', 'Own pages'];
const BLANK_PAGE = { slug: '', title: '', text: '' };

/** What the owner adds to the legal pages, beside the page as visitors will read it. */
export default function LegalEditor() {
  return (
    <EditorFrame
      editor={legalEditor}
      id="legal"
      title={() => 'Legal pages'}
      onCreated={() => {}}
      sections={SECTIONS}
      isOnlyOne
      preview={(legal) => <LegalPreview legal={legal} />}
    >
      {(legal) => {
        const field = bindFields(legal, legalEditor.change);
        return (
          <>
            <SellerFields field={field} />
            <EditorSection title="Storage" previewTarget="">
              <NumberField label="Audit log, days" min={365} {...field('auditLogDays')} />
            </EditorSection>
            <EditorSection title="Additions" previewTarget="">
              <Additions legal={legal} />
            </EditorSection>
            <EditorSection title="Own pages" previewTarget="">
              <RepeatableRows
                {...field('pages')}
                blank={BLANK_PAGE}
                max={LEGAL_LIMITS.pages}
                itemName="page"
              >
                {(pageField) => (
                  <>
                    <TextField label="Title" {...pageField('title')} />
                    <TextField label="Address, after /legal/" {...pageField('slug')} />
                    <RichText label="Text" {...pageField('text')} />
                  </>
                )}
              </RepeatableRows>
            </EditorSection>
          </>
        );
      }}
    </EditorFrame>
  );
}

const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function SellerFields({ field }: { field: BoundFields<LegalForm> }) {
  const { item } = useStore(legalEditor.$editing);
  const missing = item?.missing ?? [];
  const used = item?.used;
  return (
    <>
      <EditorSection
        title="Seller"
        previewTarget="dl"
        missing={missing.length > 0 ? `Visitors do not find ${ANY_OF.format(missing)}.` : ''}
      >
        <TextField label="Legal name" {...withHint(field('legalName'), used?.name)} />
        <TextField label="Address" rows={3} {...withHint(field('address'), used?.address)} />
        <div className="auto-columns">
          <TextField label="E-mail" {...withHint(field('email'), used?.email)} />
          <TextField label="Phone" {...field('phone')} />
        </div>
      </EditorSection>
      <EditorSection title="Complaints" previewTarget="">
        <p className="text-15 muted">
          Whom the page names promises to acknowledge a complaint within 48 hours and to settle it
          within a month. It may be you; without another way the page names yours.
        </p>
        <div className="auto-columns">
          <TextField label="Grievance officer" {...field('grievanceName')} />
          <TextField label="Position" {...field('grievanceRole')} />
          <TextField label="E-mail for complaints" {...field('grievanceEmail')} />
          <TextField label="Phone for complaints" {...field('grievancePhone')} />
        </div>
      </EditorSection>
    </>
  );
}

/** The owner's paragraphs for one page, which the preview shows meanwhile. */
function Additions({ legal: { additions } }: { legal: LegalForm }) {
  const path = useStore($previewedPath);
  const { slug, title } = LEGAL_PAGES.find((page) => `/${page.slug}` === path) ?? LEGAL_PAGES[0];
  return (
    <>
      <SelectField
        label="At the end of"
        value={`/${slug}`}
        onChange={(event) => $previewedPath.set(event.target.value)}
      >
        {LEGAL_PAGES.map((page) => (
          <option key={page.slug} value={`/${page.slug}`}>
            {page.title}
          </option>
        ))}
      </SelectField>
      <RichText
        key={slug}
        label={`Added to ${title}`}
        value={additions[slug]}
        onChange={(html) => legalEditor.change({ additions: { ...additions, [slug]: html } })}
      />
    </>
  );
}

/** Below an empty field: what the pages say instead. */
const withHint = <T extends { value: string }>(field: T, used: string | undefined) => ({
  ...field,
  ...(used && !field.value ? { hint: `The pages say ${used}.` } : {}),
});

function LegalPreview({ legal }: { legal: LegalForm }) {
  const path = useStore($previewedPath);
  const own = legal.pages
    .filter(({ slug }) => /^[a-z\d-]+$/.test(slug))
    .map(({ slug, title }) => ({ path: ownPagePath(slug), title: title || slug }));
  const pages = [...LEGAL_PAGES.map(({ slug, title }) => ({ path: `/${slug}`, title })), ...own];
  const shown = pages.some((page) => page.path === path) ? path : '/terms';
  return (
    <PagePreview
      key={shown}
      draft={{ kind: 'legal', body: legal, page: shown }}
      title="The page as visitors will see it"
      controls={
        <div className="field">
          <Select
            aria-label="Page"
            value={shown}
            onChange={(event) => $previewedPath.set(event.target.value)}
          >
            {pages.map((page) => (
              <option key={page.path} value={page.path}>
                {page.title}
              </option>
            ))}
          </Select>
        </div>
      }
    />
  );
}
