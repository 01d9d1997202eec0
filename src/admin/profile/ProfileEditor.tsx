import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { fieldsIn } from '../../../api/modules/catalog/content/form-rules.ts';
import { PROFILE_FORM } from '../../../api/modules/catalog/profile/form-rules.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { type Bound, FormSections } from '../edit/FormSections.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { type Brand, BrandFields } from './BrandFields.tsx';
import { profileEditor } from './profile-store.ts';

const TITLES = PROFILE_FORM.map(({ title }) => title);

const partOf = (field: string): string | undefined =>
  PROFILE_FORM.find(({ fields }) =>
    fieldsIn(fields).some(({ name }) => name === field.split('.')[0]),
  )?.title;

/** A link to a part ends with its title: `/desk/profile#brand`. */
const titleInAddress = () =>
  TITLES.find((title) => title.toLowerCase() === location.hash.slice(1)) ?? TITLES[0];

/** One part of the profile at a time, beside the page that shows it. */
export default function ProfileEditor() {
  const [title, setTitle] = useState(titleInAddress);
  const { errors } = useStore(profileEditor.$editing);
  useEffect(() => {
    const rejected = errors[0] && partOf(errors[0].field);
    if (rejected) setTitle(rejected);
  }, [errors]);
  const part = PROFILE_FORM.find((each) => each.title === title);
  if (!part) return null;
  return (
    <EditorFrame
      editor={profileEditor}
      id="profile"
      title={() => 'Profile'}
      onCreated={() => {}}
      isOnlyOne
      parts={
        <SegmentedControl
          label="Part of the profile"
          options={TITLES}
          value={part.title}
          onChange={setTitle}
        />
      }
      preview={(profile) => (
        <PagePreview
          key={part.page}
          draft={{ kind: 'profile', body: profile, page: part.page as '/' | '/seller' }}
          title="The page as visitors will see it"
          showAt={part.shownAt}
        />
      )}
    >
      {(profile) => (
        <FormSections
          of={[part]}
          body={profile}
          change={profileEditor.change}
          own={{ brand: (field) => <BrandFields {...(field as Bound<Brand>)} /> }}
        />
      )}
    </EditorFrame>
  );
}
