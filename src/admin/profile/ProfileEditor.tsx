import { useStore } from '@nanostores/react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { EditorSection } from '../edit/EditorSection.tsx';
import { CheckboxField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { AboutFields } from './AboutFields.tsx';
import { HomeFields } from './HomeFields.tsx';
import {
  $previewedPage,
  PREVIEWED_PAGES,
  type ProfileForm,
  profileEditor,
} from './profile-store.ts';
import { TemplateFields } from './TemplateFields.tsx';

const SECTIONS = [
  'First screen',
  'Skills',
  'Numbers',
  'Showcase',
  'About',
  'Customers say',
  'Links',
  'Templates',
  'Checkout',
];

export default function ProfileEditor() {
  return (
    <EditorFrame
      editor={profileEditor}
      id="profile"
      title={() => 'Profile'}
      onCreated={() => {}}
      sections={SECTIONS}
      isOnlyOne
      preview={(profile) => <ProfilePreview profile={profile} />}
    >
      {(profile) => {
        const field = bindFields(profile, profileEditor.change);
        return (
          <>
            <fieldset
              className="editor__fields"
              aria-label="Home page"
              onFocus={() => $previewedPage.set('Home')}
            >
              <HomeFields field={field} />
            </fieldset>
            <fieldset
              className="editor__fields"
              aria-label="Page about me"
              onFocus={() => $previewedPage.set('About me')}
            >
              <AboutFields field={field} />
            </fieldset>
            <EditorSection title="Templates" previewTarget="">
              <TemplateFields label="Reply" {...field('replyTemplates')} />
              <TemplateFields label="Delivery" {...field('deliveryTemplates')} />
            </EditorSection>
            <EditorSection title="Checkout" previewTarget="">
              <CheckboxField
                label="Show a service fee and GST, struck out"
                hint="Neither is charged. Never shown by a seller with a GST number."
                {...field('struckCharges')}
              />
            </EditorSection>
          </>
        );
      }}
    </EditorFrame>
  );
}

/** The profile on the pages that show most of it. */
function ProfilePreview({ profile }: { profile: ProfileForm }) {
  const view = useStore($previewedPage);
  return (
    <PagePreview
      key={view}
      draft={{ kind: 'profile', body: profile, page: view === 'Home' ? '/' : '/seller' }}
      title="The page as visitors will see it"
      controls={
        <SegmentedControl
          label="Which page"
          options={PREVIEWED_PAGES}
          value={view}
          onChange={(next) => $previewedPage.set(next)}
        />
      }
    />
  );
}
