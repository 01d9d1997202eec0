import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { EditorSection } from '../edit/EditorSection.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PROFILE_PARTS } from './ProfileParts.tsx';
import { profileEditor } from './profile-store.ts';

const TITLES = PROFILE_PARTS.map(({ title }) => title);

const partOf = (field: string): string | undefined =>
  PROFILE_PARTS.find(({ keys }) => keys.some((key) => key === field.split('.')[0]))?.title;

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
  const part = PROFILE_PARTS.find((each) => each.title === title);
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
          draft={{ kind: 'profile', body: profile, page: part.page }}
          title="The page as visitors will see it"
          showAt={part.previewTarget}
        />
      )}
    >
      {(profile) => (
        <EditorSection title={part.title} previewTarget={part.previewTarget}>
          {part.render(bindFields(profile, profileEditor.change))}
        </EditorSection>
      )}
    </EditorFrame>
  );
}
