import {
  MOST_EXTRAS,
  MOST_PICTURES,
  MOST_PLANS,
  MOST_QUESTIONS,
} from '../../../api/modules/catalog/gigs/rules.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { Rows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { settleAt } from '../router.ts';
import { GigPreview } from './GigPreview.tsx';
import { type GigForm, gigEditor } from './stores.ts';

const { change } = gigEditor;

const PLAN: GigForm['PricingPlans'][number] = {
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
      created={(made) => settleAt('gig', made)}
      preview={(gig) => <GigPreview gig={gig} />}
    >
      {(gig) => (
        <>
          <section className="sheet sheet--pad">
            <h2>What it is</h2>
            <TextField
              label="Title"
              name="title"
              value={gig.title}
              set={(title) => change({ title })}
            />
            <RichText
              label="Description"
              value={gig.description}
              set={(description) => change({ description })}
            />
            <LinesField
              label="Technologies"
              name="technologies"
              value={gig.technologies}
              set={(technologies) => change({ technologies })}
            />
          </section>
          <section className="sheet sheet--pad">
            <h2>Pictures</h2>
            <Pictures
              pictures={gig.pictures}
              set={(pictures) => change({ pictures })}
              most={MOST_PICTURES}
              name={(at) => `pictures.${at}.alt`}
            />
          </section>
          <section className="sheet sheet--pad">
            <h2>Packages</h2>
            <Rows
              of={gig.PricingPlans}
              set={(PricingPlans) => change({ PricingPlans })}
              blank={PLAN}
              most={MOST_PLANS}
              noun="package"
              className="plans"
            >
              {(plan, put, at) => <Plan plan={plan} put={put} name={`PricingPlans.${at}`} />}
            </Rows>
          </section>
          <section className="sheet sheet--pad">
            <h2>Extras</h2>
            <Rows
              of={gig.extraFeatures}
              set={(extraFeatures) => change({ extraFeatures })}
              blank={{ name: '', description: '', price: 0 }}
              most={MOST_EXTRAS}
              noun="extra"
              className="extras"
            >
              {(extra, put, at) => (
                <>
                  <TextField
                    label="Name"
                    name={`extraFeatures.${at}.name`}
                    value={extra.name}
                    set={(name) => put({ name })}
                  />
                  <TextField
                    label="What it is"
                    name={`extraFeatures.${at}.description`}
                    value={extra.description}
                    set={(description) => put({ description })}
                  />
                  <NumberField
                    label="Price, ₹"
                    name={`extraFeatures.${at}.price`}
                    step="0.01"
                    value={extra.price}
                    set={(price) => put({ price })}
                  />
                </>
              )}
            </Rows>
          </section>
          <section className="sheet sheet--pad">
            <h2>Questions and answers</h2>
            <Rows
              of={gig.FAQ}
              set={(FAQ) => change({ FAQ })}
              blank={{ question: '', answer: '' }}
              most={MOST_QUESTIONS}
              noun="question"
            >
              {(faq, put, at) => (
                <>
                  <TextField
                    label="Question"
                    name={`FAQ.${at}.question`}
                    value={faq.question}
                    set={(question) => put({ question })}
                  />
                  <TextField
                    label="Answer"
                    name={`FAQ.${at}.answer`}
                    rows={3}
                    value={faq.answer}
                    set={(answer) => put({ answer })}
                  />
                </>
              )}
            </Rows>
          </section>
        </>
      )}
    </EditorFrame>
  );
}

interface PlanProps {
  plan: GigForm['PricingPlans'][number];
  put: (more: Partial<GigForm['PricingPlans'][number]>) => void;
  name: string;
}

const Plan = ({ plan, put, name }: PlanProps) => (
  <>
    <TextField
      label="Package"
      name={`${name}.planType`}
      value={plan.planType}
      set={(planType) => put({ planType })}
    />
    <TextField
      label="Its title"
      name={`${name}.title`}
      value={plan.title}
      set={(title) => put({ title })}
    />
    <NumberField
      label="Price, ₹"
      name={`${name}.price`}
      step="0.01"
      value={plan.price}
      set={(price) => put({ price })}
    />
    <TextField
      label="In a sentence"
      name={`${name}.shortDescription`}
      rows={2}
      value={plan.shortDescription}
      set={(shortDescription) => put({ shortDescription })}
    />
    <NumberField
      label="Delivery, days"
      name={`${name}.deliveryDays`}
      min={1}
      value={plan.deliveryDays}
      set={(deliveryDays) => put({ deliveryDays })}
    />
    <NumberField
      label="Revisions"
      name={`${name}.revisionCount`}
      value={plan.revisionCount}
      set={(revisionCount) => put({ revisionCount })}
    />
    <LinesField
      label="What is included"
      name={`${name}.features`}
      value={plan.features}
      set={(features) => put({ features })}
    />
  </>
);
