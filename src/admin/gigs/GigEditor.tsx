import {
  MOST_EXTRAS,
  MOST_PICTURES,
  MOST_PLANS,
  MOST_QUESTIONS,
} from '../../../api/modules/catalog/gigs/rules.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { RichText } from '../edit/RichText.tsx';
import { replaceWithItem } from '../router.ts';
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
      onCreated={(newId) => replaceWithItem('gig', newId)}
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
              onChange={(title) => change({ title })}
            />
            <RichText
              label="Description"
              value={gig.description}
              onChange={(description) => change({ description })}
            />
            <LinesField
              label="Technologies"
              name="technologies"
              value={gig.technologies}
              onChange={(technologies) => change({ technologies })}
            />
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
              items={gig.PricingPlans}
              onChange={(PricingPlans) => change({ PricingPlans })}
              blank={PLAN}
              max={MOST_PLANS}
              itemName="package"
              className="plans"
            >
              {(plan, update, at) => (
                <Plan plan={plan} update={update} name={`PricingPlans.${at}`} />
              )}
            </RepeatableRows>
          </section>
          <section className="sheet sheet--pad">
            <h2>Extras</h2>
            <RepeatableRows
              items={gig.extraFeatures}
              onChange={(extraFeatures) => change({ extraFeatures })}
              blank={{ name: '', description: '', price: 0 }}
              max={MOST_EXTRAS}
              itemName="extra"
              className="extras"
            >
              {(extra, update, at) => (
                <>
                  <TextField
                    label="Name"
                    name={`extraFeatures.${at}.name`}
                    value={extra.name}
                    onChange={(name) => update({ name })}
                  />
                  <TextField
                    label="What it is"
                    name={`extraFeatures.${at}.description`}
                    value={extra.description}
                    onChange={(description) => update({ description })}
                  />
                  <NumberField
                    label="Price, ₹"
                    name={`extraFeatures.${at}.price`}
                    step="0.01"
                    value={extra.price}
                    onChange={(price) => update({ price })}
                  />
                </>
              )}
            </RepeatableRows>
          </section>
          <section className="sheet sheet--pad">
            <h2>Questions and answers</h2>
            <RepeatableRows
              items={gig.FAQ}
              onChange={(FAQ) => change({ FAQ })}
              blank={{ question: '', answer: '' }}
              max={MOST_QUESTIONS}
              itemName="question"
            >
              {(faq, update, at) => (
                <>
                  <TextField
                    label="Question"
                    name={`FAQ.${at}.question`}
                    value={faq.question}
                    onChange={(question) => update({ question })}
                  />
                  <TextField
                    label="Answer"
                    name={`FAQ.${at}.answer`}
                    rows={3}
                    value={faq.answer}
                    onChange={(answer) => update({ answer })}
                  />
                </>
              )}
            </RepeatableRows>
          </section>
        </>
      )}
    </EditorFrame>
  );
}

interface PlanProps {
  plan: GigForm['PricingPlans'][number];
  update: (changes: Partial<GigForm['PricingPlans'][number]>) => void;
  name: string;
}

const Plan = ({ plan, update, name }: PlanProps) => (
  <>
    <TextField
      label="Package"
      name={`${name}.planType`}
      value={plan.planType}
      onChange={(planType) => update({ planType })}
    />
    <TextField
      label="Its title"
      name={`${name}.title`}
      value={plan.title}
      onChange={(title) => update({ title })}
    />
    <NumberField
      label="Price, ₹"
      name={`${name}.price`}
      step="0.01"
      value={plan.price}
      onChange={(price) => update({ price })}
    />
    <TextField
      label="In a sentence"
      name={`${name}.shortDescription`}
      rows={2}
      value={plan.shortDescription}
      onChange={(shortDescription) => update({ shortDescription })}
    />
    <NumberField
      label="Delivery, days"
      name={`${name}.deliveryDays`}
      min={1}
      value={plan.deliveryDays}
      onChange={(deliveryDays) => update({ deliveryDays })}
    />
    <NumberField
      label="Revisions"
      name={`${name}.revisionCount`}
      value={plan.revisionCount}
      onChange={(revisionCount) => update({ revisionCount })}
    />
    <LinesField
      label="What is included"
      name={`${name}.features`}
      value={plan.features}
      onChange={(features) => update({ features })}
    />
  </>
);
