import { PROFILE_LIMITS } from '../../../api/modules/catalog/profile/limits.ts';
import { TextField } from '../edit/Fields.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import type { ProfileForm } from './profile-store.ts';

type Templates = ProfileForm['replyTemplates'];

interface Props {
  label: 'Reply' | 'Delivery';
  name: string;
  value: Templates;
  onChange: (value: Templates) => void;
}

/** The reply templates, which visitors do not see. */
export const TemplateFields = ({ label, ...list }: Props) => (
  <>
    <h3>{label === 'Reply' ? 'For messages' : 'For deliveries'}</h3>
    <RepeatableRows
      {...list}
      blank={{ name: '', text: '' }}
      max={PROFILE_LIMITS.templates}
      itemName={`${label.toLowerCase()} template`}
    >
      {(field) => (
        <>
          <TextField label={`${label} template`} {...field('name')} />
          <TextField label="Its text" rows={3} {...field('text')} />
        </>
      )}
    </RepeatableRows>
  </>
);
