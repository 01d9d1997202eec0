import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { BLANK_LEGAL, LEGAL_FORM } from '../../../api/modules/legal/form-rules.ts';
import type { AdminLegalDto } from '../../../api/modules/legal/legal-pages.ts';
import { LEGAL_PAGES, ownPagePath } from '../../../api/modules/legal/rules.ts';
import { Select, SelectField } from '../../components/Select.tsx';
import { ApiError, readJson } from '../../lib/api.ts';
import { createEditor, type EditableItem } from '../edit/create-editor.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { FormSections } from '../edit/FormSections.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
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

const legalEditor = createEditor<LegalForm, EditedLegal>({
  blank: BLANK_LEGAL,
  find: async () => toItem((await readJson(legalApi.$get())).legal),
  create: notPossible,
  save: async (_, body, version) => {
    const { message, legal } = await readJson(legalApi.$put({ json: { ...body, version } }));
    return { message, item: toItem(legal) };
  },
  setStatus: notPossible,
  undo: notPossible,
});

const SECTIONS = LEGAL_FORM.map(({ title }) => title);

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
      {(legal) => <LegalFields legal={legal} />}
    </EditorFrame>
  );
}

const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function LegalFields({ legal }: { legal: LegalForm }) {
  const { item } = useStore(legalEditor.$editing);
  const missing = item?.missing ?? [];
  /** Below an empty field: what the pages say instead. */
  const said = (value: string, used: string | undefined) =>
    used && !value ? `The pages say ${used}.` : undefined;
  return (
    <FormSections
      of={LEGAL_FORM}
      body={legal}
      change={legalEditor.change}
      own={{ additions: () => <Additions legal={legal} /> }}
      notes={{
        Seller: missing.length > 0 ? `Visitors do not find ${ANY_OF.format(missing)}.` : '',
      }}
      hints={{
        legalName: said(legal.legalName, item?.used.name),
        address: said(legal.address, item?.used.address),
        email: said(legal.email, item?.used.email),
      }}
    />
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
