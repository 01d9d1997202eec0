import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { GIG_FORM } from '../../../api/modules/catalog/gigs/form-rules.ts';
import { missingFields } from '../../../api/modules/catalog/gigs/rules.ts';
import { EditorFrame } from '../../admin/edit/EditorFrame.tsx';
import { NumberField } from '../../admin/edit/Fields.tsx';
import { type Bound, FormSections } from '../../admin/edit/FormSections.tsx';
import { PagePreview } from '../../admin/edit/PagePreview.tsx';
import { goToItem, replaceWithItem } from '../../admin/router.ts';
import { $sellsInDollars } from '../../admin/terms/terms-store.ts';
import { Button } from '../../components/Button.tsx';
import { type GigForm, gigStore } from './owner-gigs-store.ts';

const plan = (
  planType: string,
  [title, price, deliveryDays]: [string, number, number],
  features: string[],
): GigForm['PricingPlans'][number] => ({
  ...{ planType, title, price, deliveryDays, features, revisionCount: 2, questions: [] },
  shortDescription: `${features[0]} and what belongs to it.`,
});

const template = (more: Partial<GigForm>): Partial<GigForm> => more;

/** Drafts to begin with. Words and prices are suggestions, which the owner replaces. */
const GIG_TEMPLATES = {
  'A website': template({
    title: 'A website for your business',
    description:
      '<p>A website of a few pages: what you do, for whom, and how to reach you. You send texts and pictures, I design and build it.</p>',
    PricingPlans: [
      plan('Basic', ['One page', 15_000, 7], ['One page', 'A contact form']),
      plan(
        'Standard',
        ['Up to five pages', 35_000, 14],
        ['Five pages', 'A contact form', 'A blog'],
      ),
    ],
    FAQ: [{ question: 'What do you need from me?', answer: 'Your texts, pictures and logo.' }],
  }),
  'An application': template({
    title: 'A web application from your idea',
    description:
      '<p>An application in the browser, with accounts and a database. We agree on what it does before I begin.</p>',
    PricingPlans: [
      plan('Basic', ['A first version', 60_000, 21], ['One main task of your users', 'Accounts']),
    ],
    FAQ: [{ question: 'Who owns the code?', answer: 'You do, once it is paid.' }],
  }),
  'Regular care': template({
    title: 'Care for your website, by the month',
    description: '<p>Updates, backups and small changes for a website that exists already.</p>',
    PricingPlans: [
      plan('Basic', ['One month', 5_000, 30], ['Updates and backups', 'Two hours of changes']),
    ],
    FAQ: [],
  }),
};

const { editor } = gigStore;
const { change } = editor;

const SECTIONS = GIG_FORM.map(({ title }) => title);

export default function OwnerGigEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={editor}
      id={id}
      title={(gig) => gig.title}
      onCreated={(newId) => replaceWithItem('gig', newId)}
      sections={SECTIONS}
      duplicate={async (gig) => {
        const copy = await gigStore.duplicate(gig);
        if (copy) goToItem('gig', copy);
      }}
      preview={(body) => (
        <PagePreview draft={{ kind: 'gig', id, body }} title="The gig as visitors will see it" />
      )}
    >
      {(gig) => (
        <>
          {id === 'new' && !editor.isDirty() && <Templates />}
          <GigFields gig={gig} />
        </>
      )}
    </EditorFrame>
  );
}

const Templates = () => (
  <p className="row">
    Begin with a template:
    {Object.entries(GIG_TEMPLATES).map(([name, body]) => (
      <Button key={name} small onClick={() => change(body)}>
        {name}
      </Button>
    ))}
  </p>
);

function GigFields({ gig }: { gig: GigForm }) {
  const inDollars = useDollars();
  useEffect(() => void $sellsInDollars.load(), []);
  const missing = missingFields(gig);
  const warn = (what: string) => (missing.includes(what) ? `Visitors would miss ${what}.` : '');
  return (
    <FormSections
      of={GIG_FORM}
      body={gig}
      change={change}
      own={{ priceUsd: (field) => <DollarField field={field as Bound<number | undefined>} /> }}
      notes={{
        description: warn('a description'),
        Pictures: warn('a picture'),
        Packages:
          warn('a package') || (inDollars && isPartlyInDollars(gig) ? PARTLY_IN_DOLLARS : ''),
      }}
    />
  );
}

const PARTLY_IN_DOLLARS =
  'Sold in rupees only until each package and extra has a price in dollars.';

function useDollars(): boolean {
  const dollars = useStore($sellsInDollars);
  return dollars.state === 'loaded' && dollars.value;
}

function isPartlyInDollars({ PricingPlans, extraFeatures }: GigForm): boolean {
  const [first, ...rest] = [...PricingPlans, ...extraFeatures].map(({ priceUsd }) => !!priceUsd);
  return rest.some((each) => each !== first);
}

/** Only where the shop sells in dollars. */
function DollarField({ field }: { field: Bound<number | undefined> }) {
  if (!useDollars()) return null;
  return (
    <NumberField
      empty={null}
      label="Price, $"
      step="0.01"
      {...field}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? 0)}
    />
  );
}
