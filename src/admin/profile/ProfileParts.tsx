import { type ReactNode, useContext, useState } from 'react';
import { PROFILE_LIMITS } from '../../../api/modules/catalog/profile/limits.ts';
import type { BoundFields } from '../edit/bind-fields.ts';
import {
  CheckboxField,
  FieldErrorContext,
  LinesField,
  NumberField,
  OptionalNumberField,
  TextField,
} from '../edit/Fields.tsx';
import { PictureField, Pictures } from '../edit/Pictures.tsx';
import { RepeatableRows } from '../edit/RepeatableRows.tsx';
import { BrandFields } from './BrandFields.tsx';
import type { ProfileForm } from './profile-store.ts';

type Fields = BoundFields<ProfileForm>;

interface Part {
  title: string;
  /** The page that shows it, and where. */
  page: '/' | '/seller';
  previewTarget: string;
  keys: readonly (keyof ProfileForm)[];
  render: (field: Fields) => ReactNode;
}

/** The parts of the form in the order in which an owner fills it. */
export const PROFILE_PARTS: readonly Part[] = [
  {
    title: 'Who you are',
    page: '/',
    previewTarget: '.hero .text',
    keys: ['name', 'role', 'sentence', 'location', 'country', 'email', 'handle'],
    render: (field) => (
      <>
        <TextField
          label="Your name"
          hint="Also signs your messages and receipts."
          {...field('name')}
        />
        <TextField label="What you are" {...field('role')} />
        <TextField label="What you offer, in a sentence" rows={3} {...field('sentence')} />
        <div className="auto-columns">
          <TextField label="Where you work" {...field('location')} />
          <TextField label="Country" {...field('country')} />
        </div>
        <TextField
          label="E-mail that visitors write to"
          hint="Not the address that you sign in with, unless you enter it here."
          {...field('email')}
        />
        <TextField label="Handle" hint="Optional, like @name." {...field('handle')} />
      </>
    ),
  },
  {
    title: 'Brand',
    page: '/',
    previewTarget: '.navbar',
    keys: ['brand'],
    render: (field) => <BrandFields {...field('brand')} />,
  },
  {
    title: 'First screen',
    page: '/',
    previewTarget: '.hero .text',
    keys: ['tagline', 'portrait', 'heroIcons', 'frameworks'],
    render: (field) => {
      return (
        <>
          <TextField label="What you do, in a few words" {...field('tagline')} />
          <h3>Portrait</h3>
          <PictureField {...field('portrait')} />
          <LinesField
            label="Technologies around it"
            rows={6}
            hint="One per line, the outer ring first: six and six."
            {...field('heroIcons')}
          />
          <LinesField label="Technologies in the moving list" rows={6} {...field('frameworks')} />
        </>
      );
    },
  },
  {
    title: 'Skills',
    page: '/',
    previewTarget: '#skillset',
    keys: ['skillsHeading', 'skillGroups', 'skills'],
    render: (field) => (
      <>
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
        <LinesField label="All your skills, on the page about you" rows={8} {...field('skills')} />
      </>
    ),
  },
  {
    title: 'Numbers',
    page: '/',
    previewTarget: '#stats',
    keys: ['statsHeading', 'statsSubheading', 'counters'],
    render: (field) => (
      <>
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
      </>
    ),
  },
  {
    title: 'Showcase',
    page: '/',
    previewTarget: '#myprojects',
    keys: ['showcase', 'overview'],
    render: (field) => (
      <>
        <ShowcaseFields {...field('showcase')} />
        <h3>Above past work</h3>
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
      </>
    ),
  },
  {
    title: 'About',
    page: '/seller',
    previewTarget: '.seller-card',
    keys: [
      ...(['about', 'aboutShort', 'memberSince', 'lastDelivery', 'responseHours'] as const),
      ...(['lastOnline', 'languages'] as const),
    ],
    render: (field) => (
      <>
        <LinesField
          label="About you"
          rows={12}
          hint="One paragraph per line."
          {...field('about')}
        />
        <TextField label="In short, on every gig" rows={3} {...field('aboutShort')} />
        <div className="auto-columns">
          <TextField label="Member since" {...field('memberSince')} />
          <TextField label="Last delivery" {...field('lastDelivery')} />
          <OptionalNumberField label="Usual answer, hours" min={1} {...field('responseHours')} />
          <TextField label="When you can be reached" {...field('lastOnline')} />
        </div>
        <p className="text-13">
          With a calendar, last delivery and usual answer are measured from five orders on.
        </p>
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
      </>
    ),
  },
  {
    title: 'Reviews',
    page: '/seller',
    previewTarget: '#say-title',
    keys: ['reviewsHeading', 'customersSay', 'customersSayNote', 'reviewPictures', 'testimonials'],
    render: (field) => {
      return (
        <>
          <TextField label="Heading of the top reviews" {...field('reviewsHeading')} />
          <TextField
            label="A summary of the reviews"
            hint="Empty: none is shown."
            rows={6}
            {...field('customersSay')}
          />
          <TextField
            label="Who wrote the summary"
            hint="Say so if a program did."
            {...field('customersSayNote')}
          />
          <h3>Pictures from reviews</h3>
          <Pictures {...field('reviewPictures')} max={PROFILE_LIMITS.reviewPictures} />
          <h3>Quotes from elsewhere</h3>
          <p className="text-13">
            On your seller page, below the reviews. They count in no rating.
          </p>
          <RepeatableRows
            {...field('testimonials')}
            blank={{ text: '', name: '', source: '', link: '' }}
            max={PROFILE_LIMITS.testimonials}
            itemName="quote"
          >
            {(quoteField) => (
              <>
                <TextField label="Quote" rows={3} {...quoteField('text')} />
                <TextField label="Who said it" {...quoteField('name')} />
                <TextField
                  label="Where and when"
                  hint="Like Fiverr, 2024."
                  {...quoteField('source')}
                />
                <TextField label="Link to it" {...quoteField('link')} />
              </>
            )}
          </RepeatableRows>
        </>
      );
    },
  },
  {
    title: 'Links',
    page: '/',
    previewTarget: '#foot',
    keys: ['social', 'deployment'],
    render: (field) => (
      <>
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
        <LinesField
          label="Technologies in the list above the footer"
          rows={6}
          {...field('deployment')}
        />
      </>
    ),
  },
  {
    title: 'Templates',
    page: '/',
    previewTarget: '',
    keys: ['replyTemplates', 'deliveryTemplates'],
    render: (field) => (
      <>
        <TemplateFields label="Reply" {...field('replyTemplates')} />
        <TemplateFields label="Delivery" {...field('deliveryTemplates')} />
      </>
    ),
  },
  {
    title: 'Checkout',
    page: '/',
    previewTarget: '',
    keys: ['struckCharges'],
    render: (field) => (
      <CheckboxField
        label="Show a service fee and GST, struck out"
        hint="Neither is charged. Never shown by a seller with a GST number."
        {...field('struckCharges')}
      />
    ),
  },
  {
    title: 'Language models',
    page: '/',
    previewTarget: '',
    keys: ['hiddenFromModels'],
    render: (field) => (
      <CheckboxField
        label="Keep the crawlers of language models away"
        hint="Asks them in robots.txt. Search engines still read the site."
        {...field('hiddenFromModels')}
      />
    ),
  },
];

type Templates = ProfileForm['replyTemplates'];

interface Props {
  label: 'Reply' | 'Delivery';
  name: string;
  value: Templates;
  onChange: (value: Templates) => void;
}

/** The templates of messages or of deliveries, which visitors do not see. */
const TemplateFields = ({ label, ...list }: Props) => (
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

type Piece = ProfileForm['showcase'][number];

const PIECE: Piece = {
  projectName: '',
  tech: [],
  description: '',
  liveLink: '',
  githubLink: '',
  picture: null,
};

interface ShowcaseFieldsProps {
  name: string;
  value: Piece[];
  onChange: (value: Piece[]) => void;
}

/** The pieces on the home page, each with its picture and links; folded, because a form of all is very long. */
const ShowcaseFields = (props: ShowcaseFieldsProps) => (
  <RepeatableRows {...props} blank={PIECE} max={PROFILE_LIMITS.showcase} itemName="piece">
    {(field) => <PieceFields field={field} />}
  </RepeatableRows>
);

function PieceFields({ field }: { field: BoundFields<Piece> }) {
  const errors = useContext(FieldErrorContext);
  const name = field('projectName');
  const [isNew] = useState(name.value === '');
  const path = name.name.replace('projectName', '');
  const isRejected = errors.some((error) => error.field.startsWith(path));
  return (
    <details className="editor__collapsible stack stack--medium" open={isNew || isRejected}>
      <summary>{name.value || 'A new piece'}</summary>
      <TextField label="Name" {...name} />
      <TextField label="What it is" rows={3} {...field('description')} />
      <LinesField label="Built with" {...field('tech')} />
      <TextField label="Address" hint="Empty: no link." {...field('liveLink')} />
      <TextField label="Code" hint="Empty: no link." {...field('githubLink')} />
      <PictureField {...field('picture')} />
    </details>
  );
}
