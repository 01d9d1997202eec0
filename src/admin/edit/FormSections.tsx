import { ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  blankBody,
  type FormEntry,
  type FormField,
  type FormSection,
  fieldsIn,
} from '../../../api/modules/catalog/content/form-rules.ts';
import { SelectField } from '../../components/Select.tsx';
import { bindFields } from './bind-fields.ts';
import { EditorSection, MissingNote, PreviewTarget } from './EditorSection.tsx';
import { CheckboxField, FieldErrorContext, LinesField, NumberField, TextField } from './Fields.tsx';
import { PictureField, Pictures } from './Pictures.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { RepeatableRows } from './RepeatableRows.tsx';
import { RichText } from './RichText.tsx';

type Body = Record<string, unknown>;

/** The value of a field, of the type that its kind says. */
export interface Bound<T = unknown> {
  name: string;
  value: T;
  onChange: (value: T) => void;
}

interface Additions {
  /** Draws the fields of the kind `own`. */
  own?: Record<string, (field: Bound) => ReactNode>;
  /** What visitors would miss, by the name of a field or the title of a section. */
  notes?: Record<string, string>;
  /** What is said below a field at present. */
  hints?: Record<string, string | undefined>;
}

const AdditionsContext = createContext<Additions>({});

interface SectionsProps<B extends object> extends Additions {
  of: readonly FormSection[];
  body: B;
  change: (more: Partial<B>) => void;
}

/** The sections of an editor, drawn from the list beside the schema. */
export const FormSections = <B extends object>(props: SectionsProps<B>) => (
  <AdditionsContext value={props}>
    {props.of.map(({ title, shownAt, isColumns, fields }) => (
      <EditorSection
        key={title}
        title={title}
        previewTarget={shownAt}
        missing={props.notes?.[title] ?? ''}
        isColumns={isColumns}
      >
        <FormFields
          of={fields}
          body={props.body as Body}
          change={props.change as FieldsProps['change']}
        />
      </EditorSection>
    ))}
  </AdditionsContext>
);

interface FieldsProps {
  of: readonly FormEntry[];
  body: Body;
  change: (more: Body) => void;
  /** Before the names, as the server names them in an error. */
  path?: string;
}

function FormFields({ of: list, ...form }: FieldsProps): ReactNode {
  const { body } = form;
  const bind = bindFields(body, form.change, form.path);
  return list.map((entry) => {
    if ('heading' in entry) return <h3 key={entry.heading}>{entry.heading}</h3>;
    if ('note' in entry) {
      return (
        <p key={entry.note} className="text-13">
          {entry.note}
        </p>
      );
    }
    if ('beside' in entry) {
      const narrow = entry.isNarrow ? 'auto-columns--narrow' : '';
      return (
        <div key={fieldsIn(entry.beside)[0]?.name} className={`auto-columns ${narrow}`}>
          <FormFields of={entry.beside} {...form} />
        </div>
      );
    }
    const [other = '', value] = entry.when ?? [];
    if (other && (value ? body[other] !== value : !body[other])) return null;
    return <FramedInput key={entry.name} field={entry} bound={bind(entry.name)} />;
  });
}

interface InputProps {
  field: FormField;
  bound: Bound;
}

function FramedInput({ field, bound }: InputProps) {
  const { notes } = useContext(AdditionsContext);
  const input = (
    <>
      <MissingNote text={notes?.[bound.name] ?? ''} />
      <Input field={field} bound={bound} />
    </>
  );
  if (field.shownAt) return <PreviewTarget part={field.shownAt}>{input}</PreviewTarget>;
  if (!field.title) return input;
  return (
    <div>
      <h3>{field.title}</h3>
      {input}
    </div>
  );
}

function Input({ field, bound }: InputProps) {
  const { own, hints } = useContext(AdditionsContext);
  const { kind, label, rows, min, step, most = 1, fields = [], emptied } = field;
  const hint = hints?.[bound.name] ?? field.hint;
  const input = { ...bound, value: bound.value as never, label };
  switch (kind) {
    case 'rich':
      return <RichText {...input} />;
    case 'lines':
      return <LinesField {...input} hint={hint} rows={rows} />;
    case 'number':
      return <NumberField {...input} min={min} step={step} empty={0} />;
    case 'optionalNumber':
      return (
        <NumberField
          {...{ ...input, min, step }}
          value={(bound.value as number) || null}
          onChange={(value) => bound.onChange(value ?? emptied ?? null)}
          empty={null}
        />
      );
    case 'switch':
      return <CheckboxField {...input} hint={hint} value={bound.value === true} />;
    case 'picture':
      return <PictureField {...input} label={label || undefined} />;
    case 'pictures':
      return <Pictures {...input} label={label || undefined} max={most} />;
    case 'choice':
      return (
        <SelectField {...input} onChange={({ target }) => bound.onChange(target.value)}>
          {Object.entries(field.choices ?? {}).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'reference':
      return <ReferenceField {...input} none={field.none ?? ''} of={field.list ?? 'gigs'} />;
    case 'entries':
      return <Entries field={field} bound={{ ...input, value: bound.value as Body[] }} />;
    case 'pair':
      return <Pair of={fieldsIn(fields)} bound={{ ...input, value: bound.value as Body | null }} />;
    case 'group': {
      const body = bound.value as Body;
      const change = (more: Body) => bound.onChange({ ...body, ...more });
      return (
        <div className="auto-columns">
          <FormFields of={fields} body={body} change={change} path={`${bound.name}.`} />
        </div>
      );
    }
    case 'own':
      return own?.[field.name]?.(bound);
    default:
      return <TextField {...input} type={kind} hint={hint} rows={rows} />;
  }
}

const LAYOUTS = { short: 'field-pair-rows', columns: 'auto-columns plans' };

function Entries({ field, bound }: { field: FormField; bound: Bound<Body[] | undefined> }) {
  const { fields = [], most = 1, entry = '', folds, layout } = field;
  const Drawn = folds ? Folded : FormFields;
  const rows = (
    <RepeatableRows
      name={bound.name}
      value={bound.value ?? []}
      onChange={bound.onChange}
      blank={blankBody(fields)}
      max={most}
      itemName={entry}
      className={layout && LAYOUTS[layout]}
    >
      {(form) => <Drawn of={fields} {...form} title={folds ?? ''} />}
    </RepeatableRows>
  );
  // Within an entry they are one of its fields.
  return bound.name.includes('.') ? <div className="stack">{rows}</div> : rows;
}

/** An entry that is folded unless it is new or has a mistake, because a form of all would be very long. */
function Folded({ title, ...form }: FieldsProps & { title: string }) {
  const { of: fields, body, path = '' } = form;
  const name = body[fieldsIn(fields)[0]?.name ?? ''];
  const [isNew] = useState(!name);
  const isRejected = useContext(FieldErrorContext).some(({ field }) => field.startsWith(path));
  return (
    <details className="fold stack stack--medium" open={isNew || isRejected}>
      <summary>
        {String(name || title)}
        <ChevronDown aria-hidden="true" />
      </summary>
      <FormFields {...form} />
    </details>
  );
}

/** What is wrong with both is said at the last one. */
function Pair({ of: fields, bound }: { of: FormField[]; bound: Bound<Body | null> }) {
  const body = bound.value ?? blankBody(fields);
  const change = (more: Body) => {
    const next = { ...body, ...more };
    bound.onChange(Object.values(next).some(Boolean) ? next : null);
  };
  const bind = bindFields(body, change, `${bound.name}.`);
  const isWhole = Boolean(body[fields.at(-1)?.name ?? '']);
  return fields.map((field, at) => {
    const own = bind(field.name);
    const name = isWhole && at === fields.length - 1 ? bound.name : own.name;
    return <Input key={field.name} field={field} bound={{ ...own, name }} />;
  });
}
