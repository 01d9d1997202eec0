import {
  accentProblem,
  readableAccent,
  type Theme,
  withLightColour,
} from '../../../api/modules/catalog/profile/accent-rules.ts';
import { PROFILE_LIMITS, seriesProblem } from '../../../api/modules/catalog/profile/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { toast } from '../../components/toast.ts';
import { type BoundFields, bindFields } from '../edit/bind-fields.ts';
import { TextField, useFieldError } from '../edit/Fields.tsx';
import type { ProfileForm } from './profile-store.ts';

export type Brand = ProfileForm['brand'];

interface Props {
  value: Brand;
  onChange: (brand: Brand) => void;
}

/** What the shop is called and looks like, in pages, mails, icons and papers. */
export function BrandFields({ value, onChange }: Props) {
  const change = (changes: Partial<Brand>) => onChange({ ...value, ...changes });
  const field: BoundFields<Brand> = bindFields(value, change, 'brand.');
  return (
    <>
      <div className="auto-columns">
        <TextField label="Name of the studio" hint="Empty: your own name." {...field('studio')} />
        <TextField
          label="Monogram"
          hint="One to three letters. Empty: the initials."
          {...field('monogram')}
        />
        <ColourField
          theme="light"
          accent={value.accent}
          onChange={(accent) => change({ accent })}
        />
        <ColourField theme="dark" accent={value.accent} onChange={(accent) => change({ accent })} />
        <TextField
          label="Letters of receipt numbers"
          hint="Two, such as AB for AB/2026-27/0001. Papers that exist keep theirs."
          problem={seriesProblem(value.series)}
          {...field('series')}
        />
      </div>
      <LogoField {...field('logo')} />
    </>
  );
}

interface ColourProps {
  theme: Theme;
  accent: Brand['accent'];
  onChange: (accent: Brand['accent']) => void;
}

/** A colour, and the nearest one that can be read when it cannot. */
function ColourField({ theme, accent, onChange }: ColourProps) {
  const hex = accent[theme];
  const problem = accentProblem(hex, theme);
  const choose = (colour: string) =>
    onChange(theme === 'light' ? withLightColour(accent, colour) : { ...accent, dark: colour });
  return (
    <div>
      <Field
        label={`Colour on ${theme} pages`}
        type="color"
        name={`brand.accent.${theme}`}
        error={problem}
        value={hex}
        onChange={({ target }) => choose(target.value)}
      />
      {problem && (
        <Button small onClick={() => choose(readableAccent(hex, theme))}>
          Use {readableAccent(hex, theme)}
        </Button>
      )}
    </div>
  );
}

interface LogoProps {
  name: string;
  value: string;
  onChange: (svg: string) => void;
}

/** An SVG from the owner's device, as text: pictures are drawn from it. */
function LogoField({ name, value, onChange }: LogoProps) {
  const error = useFieldError(name);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > PROFILE_LIMITS.logo) {
      void toast('error', 'Please choose an SVG of at most 20 KB.');
      return;
    }
    onChange(await file.text());
  };
  return (
    <>
      <Field
        label={value ? 'Another logo (SVG)' : 'Logo (SVG)'}
        hint="Shown instead of the monogram. Parts in currentColor follow the theme."
        error={error}
        type="file"
        accept="image/svg+xml"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {value && (
        <Button small onClick={() => onChange('')}>
          Remove the logo
        </Button>
      )}
    </>
  );
}
