import { PROFILE_LIMITS } from '../../../api/modules/catalog/profile/limits.ts';
import type { BoundFields } from '../edit/bind-fields.ts';
import { EditorSection } from '../edit/EditorSection.tsx';
import { LinesField, NumberField, TextField } from '../edit/Fields.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import type { ProfileForm } from './profile-store.ts';

/** The fields that the seller's page and the footer show. */
export const AboutFields = ({ field }: { field: BoundFields<ProfileForm> }) => (
  <>
    <EditorSection title="About" previewTarget=".seller-card">
      <div className="field-pairs">
        <TextField label="Handle" {...field('handle')} />
        <TextField label="Where you work" {...field('location')} />
        <TextField label="Country" {...field('country')} />
        <TextField label="Member since" {...field('memberSince')} />
        <TextField label="Last delivery" {...field('lastDelivery')} />
        <NumberField label="Usual answer, hours" min={1} {...field('responseHours')} />
      </div>
      <TextField label="When you can be reached" {...field('lastOnline')} />
      <TextField
        label="E-mail that visitors write to"
        hint="Not the address that you sign in with, unless you enter it here."
        {...field('email')}
      />
      <TextField label="What your portrait shows" {...field('portraitAlt')} />
      <LinesField label="About you" rows={12} hint="One paragraph a line." {...field('about')} />
      <TextField label="In short, on every gig" rows={3} {...field('aboutShort')} />
      <LinesField label="All your skills" rows={8} {...field('skills')} />
      <RepeatableRows
        {...field('languages')}
        blank={{ name: '', level: '' }}
        max={PROFILE_LIMITS.languages}
        itemName="language"
        className="field-pair-rows"
      >
        {(languageField) => (
          <>
            <TextField label="Language" {...languageField('name')} />
            <TextField label="How well" {...languageField('level')} />
          </>
        )}
      </RepeatableRows>
    </EditorSection>
    <EditorSection title="Customers say" previewTarget="#say-title">
      <TextField label="A summary of the reviews" rows={6} {...field('customersSay')} />
      <RepeatableRows
        {...field('overview')}
        blank={{ title: '', text: '' }}
        max={PROFILE_LIMITS.overview}
        itemName="card"
      >
        {(cardField) => (
          <>
            <TextField label="Card above past work" {...cardField('title')} />
            <TextField label="Its text" rows={3} {...cardField('text')} />
          </>
        )}
      </RepeatableRows>
    </EditorSection>
    <EditorSection title="Links" previewTarget="#foot">
      <RepeatableRows
        {...field('social')}
        blank={{ label: '', href: '' }}
        max={PROFILE_LIMITS.links}
        itemName="link"
        className="field-pair-rows"
      >
        {(linkField) => (
          <>
            <TextField label="Name" {...linkField('label')} />
            <TextField label="Address" {...linkField('href')} />
          </>
        )}
      </RepeatableRows>
    </EditorSection>
  </>
);
