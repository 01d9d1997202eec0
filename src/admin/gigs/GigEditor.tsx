import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  ANSWER_KINDS,
  MAX_BUYER_QUESTIONS,
  MAX_EXTRAS,
  MAX_PICTURES,
  MAX_PLANS,
  MAX_QUESTIONS,
  missingFields,
} from '../../../api/modules/catalog/gigs/rules.ts';
import type { BuyerQuestion } from '../../../api/modules/catalog/gigs/schema.ts';
import { Button } from '../../components/Button.tsx';
import { SelectField } from '../../components/Select.tsx';
import { type BoundFields, bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { EditorSection, MissingNote, PreviewTarget } from '../edit/EditorSection.tsx';
import {
  CheckboxField,
  LinesField,
  NumberField,
  OptionalNumberField,
  TextField,
} from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { NumberFields } from '../quotes/NumberFields.tsx';
import { goToItem, replaceWithItem } from '../router.ts';
import { $sellsInDollars } from '../terms/terms-store.ts';
import { GIG_TEMPLATES } from './gig-templates.ts';
import { type GigForm, gigStore } from './gigs-store.ts';

const { editor } = gigStore;
const { change } = editor;

const SECTIONS = ['What it is', 'Pictures', 'Packages', 'Pause', 'Extras', 'Questions and answers'];

type Plan = GigForm['PricingPlans'][number];

const PLAN: Plan = {
  planType: '',
  title: '',
  price: 0,
  shortDescription: '',
  deliveryDays: 3,
  revisionCount: 1,
  features: [],
};

export default function GigEditor({ id }: { id: string }) {
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
  const field = bindFields(gig, change);
  const missing = missingFields(gig);
  const warn = (what: string) => (missing.includes(what) ? `Visitors would miss ${what}.` : '');
  return (
    <>
      <EditorSection title="What it is" previewTarget="h1">
        <TextField label="Title" {...field('title')} />
        <PreviewTarget part=".prose">
          <MissingNote text={warn('a description')} />
          <RichText label="Description" {...field('description')} />
        </PreviewTarget>
        <PreviewTarget part='ul[aria-label="Technologies"]'>
          <LinesField label="Technologies" {...field('technologies')} />
        </PreviewTarget>
      </EditorSection>
      <EditorSection title="Pictures" previewTarget=".pictures" missing={warn('a picture')}>
        <Pictures {...field('pictures')} max={MAX_PICTURES} />
      </EditorSection>
      <EditorSection
        title="Packages"
        previewTarget="#order"
        missing={
          warn('a package') || (inDollars && isPartlyInDollars(gig) ? PARTLY_IN_DOLLARS : '')
        }
      >
        <RepeatableRows
          {...field('PricingPlans')}
          blank={PLAN}
          max={MAX_PLANS}
          itemName="package"
          className="auto-columns plans"
        >
          {(planField) => <PlanFields field={planField} />}
        </RepeatableRows>
      </EditorSection>
      <EditorSection title="Pause" previewTarget="#order">
        <TextField
          label="Back on"
          type="date"
          hint="Until that day nobody can order it; open orders go on. Empty: no pause."
          {...field('pausedUntil')}
        />
      </EditorSection>
      <EditorSection title="Extras" previewTarget="#order">
        <RepeatableRows
          {...field('extraFeatures')}
          blank={{ name: '', description: '', price: 0 }}
          max={MAX_EXTRAS}
          itemName="extra"
          className="extras"
        >
          {(extraField) => (
            <>
              <TextField label="Name" {...extraField('name')} />
              <TextField label="What it is" {...extraField('description')} />
              <NumberFields>
                <NumberField label="Price, ₹" step="0.01" {...extraField('price')} />
                <DollarField field={extraField('priceUsd')} />
              </NumberFields>
            </>
          )}
        </RepeatableRows>
      </EditorSection>
      <EditorSection title="Questions and answers" previewTarget=".faq">
        <RepeatableRows
          {...field('FAQ')}
          blank={{ question: '', answer: '' }}
          max={MAX_QUESTIONS}
          itemName="question"
        >
          {(faqField) => (
            <>
              <TextField label="Question" {...faqField('question')} />
              <TextField label="Answer" rows={3} {...faqField('answer')} />
            </>
          )}
        </RepeatableRows>
      </EditorSection>
    </>
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
function DollarField({ field }: { field: ReturnType<BoundFields<Pick<Plan, 'priceUsd'>>> }) {
  if (!useDollars()) return null;
  return (
    <OptionalNumberField
      label="Price, $"
      step="0.01"
      {...field}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? 0)}
    />
  );
}

const PlanFields = ({ field }: { field: BoundFields<Plan> }) => (
  <>
    <TextField label="Package" {...field('planType')} />
    <TextField label="Its title" {...field('title')} />
    <NumberFields>
      <NumberField label="Price, ₹" step="0.01" {...field('price')} />
      <DollarField field={field('priceUsd')} />
    </NumberFields>
    <TextField label="In a sentence" rows={2} {...field('shortDescription')} />
    <NumberFields>
      <NumberField label="Delivery, days" min={1} {...field('deliveryDays')} />
      <NumberField label="Revisions" {...field('revisionCount')} />
    </NumberFields>
    <CheckboxField
      label="Files open when the part due on delivery is paid"
      {...field('opensWhenPaid')}
      value={field('opensWhenPaid').value ?? false}
    />
    <LinesField label="What is included" {...field('features')} />
    <div className="stack">
      <BuyerQuestions {...field('questions')} />
    </div>
  </>
);

const BUYER_QUESTION: BuyerQuestion = { question: '', kind: 'text', choices: [] };

const KINDS: Record<BuyerQuestion['kind'], string> = {
  text: 'Text',
  choice: 'A choice',
  files: 'Files',
};

interface QuestionsField {
  name: string;
  value: BuyerQuestion[] | undefined;
  onChange: (questions: BuyerQuestion[]) => void;
}

/** What the buyer is asked once the package is paid; without questions it is one text with links. */
const BuyerQuestions = ({ value = [], ...field }: QuestionsField) => (
  <RepeatableRows
    {...field}
    value={value}
    blank={BUYER_QUESTION}
    max={MAX_BUYER_QUESTIONS}
    itemName="requirement"
  >
    {(questionField) => {
      const kind = questionField('kind');
      return (
        <>
          <TextField label="What do you need to know?" {...questionField('question')} />
          <SelectField
            label="Kind of answer"
            name={kind.name}
            value={kind.value}
            onChange={(event) => kind.onChange(event.target.value as BuyerQuestion['kind'])}
          >
            {ANSWER_KINDS.map((each) => (
              <option key={each} value={each}>
                {KINDS[each]}
              </option>
            ))}
          </SelectField>
          {kind.value === 'choice' && <LinesField label="Choices" {...questionField('choices')} />}
        </>
      );
    }}
  </RepeatableRows>
);
