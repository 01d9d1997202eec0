import { PROFILE_LIMITS } from '../../../api/modules/catalog/profile/limits.ts';
import type { BoundFields } from '../edit/bind-fields.ts';
import { EditorSection } from '../edit/EditorSection.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import type { ProfileForm } from './profile-store.ts';
import { ShowcaseFields } from './ShowcaseFields.tsx';

/** The fields that the home page shows. */
export const HomeFields = ({ field }: { field: BoundFields<ProfileForm> }) => (
  <>
    <EditorSection title="First screen" previewTarget=".hero .text">
      <TextField
        label="Your name"
        hint="Also signs your messages and receipts."
        {...field('name')}
      />
      <TextField label="What you are" {...field('role')} />
      <TextField label="What you do, in a few words" {...field('tagline')} />
      <TextField label="What you offer, in a sentence" rows={3} {...field('sentence')} />
    </EditorSection>
    <EditorSection title="Skills" previewTarget="#skillset">
      <TextField label="Heading" {...field('skillsHeading')} />
      <RepeatableRows
        {...field('skillGroups')}
        blank={{ title: '', skills: [] }}
        max={PROFILE_LIMITS.groups}
        itemName="group"
      >
        {(groupField) => (
          <>
            <TextField label="Title" {...groupField('title')} />
            <LinesField label="Skills" rows={6} {...groupField('skills')} />
          </>
        )}
      </RepeatableRows>
    </EditorSection>
    <EditorSection title="Numbers" previewTarget="#stats">
      <TextField label="Heading" {...field('statsHeading')} />
      <TextField label="Below it" {...field('statsSubheading')} />
      <RepeatableRows
        {...field('counters')}
        blank={{ target: 0, suffix: '', caption: '' }}
        max={PROFILE_LIMITS.counters}
        itemName="number"
        className="field-pair-rows"
      >
        {(counterField) => (
          <>
            <NumberField label="Number" {...counterField('target')} />
            <TextField label="After it, like +" {...counterField('suffix')} />
            <TextField label="What it counts" {...counterField('caption')} />
          </>
        )}
      </RepeatableRows>
    </EditorSection>
    <EditorSection title="Showcase" previewTarget="#myprojects">
      <ShowcaseFields {...field('showcase')} />
    </EditorSection>
  </>
);
