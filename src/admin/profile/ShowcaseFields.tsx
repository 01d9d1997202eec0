import { useContext, useState } from 'react';
import { PROFILE_LIMITS } from '../../../api/modules/catalog/profile/limits.ts';
import type { BoundFields } from '../edit/bind-fields.ts';
import { FieldErrorContext, LinesField, TextField } from '../edit/Fields.tsx';
import { Pictures } from '../edit/Pictures.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import type { ProfileForm } from './profile-store.ts';

type Piece = ProfileForm['showcase'][number];

const PIECE: Piece = {
  projectName: '',
  tech: [],
  description: '',
  liveLink: '',
  githubLink: '',
  picture: null,
};

interface Props {
  name: string;
  value: Piece[];
  onChange: (value: Piece[]) => void;
}

/** The pieces on the home page, each with its picture and links; folded, because a form of all is very long. */
export const ShowcaseFields = (props: Props) => (
  <RepeatableRows {...props} blank={PIECE} max={PROFILE_LIMITS.showcase} itemName="piece">
    {(field) => <PieceFields field={field} />}
  </RepeatableRows>
);

function PieceFields({ field }: { field: BoundFields<Piece> }) {
  const { field: rejected } = useContext(FieldErrorContext);
  const picture = field('picture');
  const name = field('projectName');
  const [isNew] = useState(name.value === '');
  const isRejected = rejected.startsWith(name.name.replace('projectName', ''));
  return (
    <details className="editor__collapsible stack stack--medium" open={isNew || isRejected}>
      <summary>{name.value || 'A new piece'}</summary>
      <TextField label="Name" {...name} />
      <TextField label="What it is" rows={3} {...field('description')} />
      <LinesField label="Built with" {...field('tech')} />
      <TextField label="Address" hint="Empty: no link." {...field('liveLink')} />
      <TextField label="Code" hint="Empty: no link." {...field('githubLink')} />
      <Pictures
        pictures={picture.value ? [picture.value] : []}
        onChange={([first = null]) => picture.onChange(first)}
        max={1}
        name={() => `${picture.name}.alt`}
      />
    </details>
  );
}
