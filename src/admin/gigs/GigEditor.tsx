import {
  MOST_EXTRAS,
  MOST_PICTURES,
  MOST_PLANS,
  MOST_QUESTIONS,
} from '../../../api/modules/catalog/gigs/rules.ts';
import { type BoundFields, bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { replaceWithItem } from '../router.ts';
import { GigPreview } from './GigPreview.tsx';
import { type GigForm, gigEditor } from './stores.ts';

const { change } = gigEditor;

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
      editor={gigEditor}
      id={id}
      title={(gig) => gig.title}
      onCreated={(newId) => replaceWithItem('gig', newId)}
      preview={(gig) => <GigPreview gig={gig} />}
    >
      {(gig) => <GigFields gig={gig} />}
    </EditorFrame>
  );
}

function GigFields({ gig }: { gig: GigForm }) {
  const field = bindFields(gig, change);
  return (
    <>
      <section className="sheet sheet--pad">
        <h2>What it is</h2>
        <TextField label="Title" {...field('title')} />
        <RichText label="Description" {...field('description')} />
        <LinesField label="Technologies" {...field('technologies')} />
      </section>
      <section className="sheet sheet--pad">
        <h2>Pictures</h2>
        <Pictures
          pictures={gig.pictures}
          onChange={(pictures) => change({ pictures })}
          max={MOST_PICTURES}
          name={(at) => `pictures.${at}.alt`}
        />
      </section>
      <section className="sheet sheet--pad">
        <h2>Packages</h2>
        <RepeatableRows
          {...field('PricingPlans')}
          blank={PLAN}
          max={MOST_PLANS}
          itemName="package"
          className="plans"
        >
          {(planField) => <PlanFields field={planField} />}
        </RepeatableRows>
      </section>
      <section className="sheet sheet--pad">
        <h2>Extras</h2>
        <RepeatableRows
          {...field('extraFeatures')}
          blank={{ name: '', description: '', price: 0 }}
          max={MOST_EXTRAS}
          itemName="extra"
          className="extras"
        >
          {(extraField) => (
            <>
              <TextField label="Name" {...extraField('name')} />
              <TextField label="What it is" {...extraField('description')} />
              <NumberField label="Price, ₹" step="0.01" {...extraField('price')} />
            </>
          )}
        </RepeatableRows>
      </section>
      <section className="sheet sheet--pad">
        <h2>Questions and answers</h2>
        <RepeatableRows
          {...field('FAQ')}
          blank={{ question: '', answer: '' }}
          max={MOST_QUESTIONS}
          itemName="question"
        >
          {(faqField) => (
            <>
              <TextField label="Question" {...faqField('question')} />
              <TextField label="Answer" rows={3} {...faqField('answer')} />
            </>
          )}
        </RepeatableRows>
      </section>
    </>
  );
}

const PlanFields = ({ field }: { field: BoundFields<Plan> }) => (
  <>
    <TextField label="Package" {...field('planType')} />
    <TextField label="Its title" {...field('title')} />
    <NumberField label="Price, ₹" step="0.01" {...field('price')} />
    <TextField label="In a sentence" rows={2} {...field('shortDescription')} />
    <NumberField label="Delivery, days" min={1} {...field('deliveryDays')} />
    <NumberField label="Revisions" {...field('revisionCount')} />
    <LinesField label="What is included" {...field('features')} />
  </>
);
