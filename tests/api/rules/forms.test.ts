import { expect, test } from 'vitest';
import { articleKind } from '../../../api/modules/catalog/articles/kind.ts';
import { ARTICLE_FORM } from '../../../api/modules/catalog/articles/rules.ts';
import {
  blankBody,
  type FormEntry,
  fieldsIn,
} from '../../../api/modules/catalog/content/form-rules.ts';
import { BLANK_GIG, GIG_FORM } from '../../../api/modules/catalog/gigs/form-rules.ts';
import { gigBody } from '../../../api/modules/catalog/gigs/schema.ts';
import { BLANK_PROFILE, PROFILE_FORM } from '../../../api/modules/catalog/profile/form-rules.ts';
import { profileBody } from '../../../api/modules/catalog/profile/schema.ts';
import { BLANK_PROJECT, PROJECT_FORM } from '../../../api/modules/catalog/projects/rules.ts';
import { projectBody } from '../../../api/modules/catalog/projects/schema.ts';
import { BLANK_LEGAL, LEGAL_FORM } from '../../../api/modules/legal/form-rules.ts';
import { legalBody } from '../../../api/modules/legal/schema.ts';

interface Schema {
  shape?: Record<string, Schema>;
  element?: Schema;
  unwrap?: () => Schema;
  safeParse: (value: unknown) => { success: boolean };
}

/** The fields of an object, of the entries of a list, or of what may be null. */
const shapeOf = (schema: Schema): Record<string, Schema> => {
  const inner = schema.element ?? schema.unwrap?.();
  return inner ? shapeOf(inner) : (schema.shape ?? {});
};

/** Without an input: what the program keeps itself. */
const KEPT = ['_id', 'formerSlugs', 'orderId'];

function expectSame(list: readonly FormEntry[], shape: Record<string, Schema>, where: string) {
  const fields = fieldsIn(list);
  const names = fields.map(({ name }) => name);
  const known = Object.keys(shape).filter((name) => !KEPT.includes(name));
  expect(names.toSorted(), where).toEqual(known.toSorted());
  const needed = known.filter((name) => !shape[name]?.safeParse(undefined).success);
  expect(Object.keys(blankBody(list)), `a blank one of ${where}`).toEqual(
    expect.arrayContaining(needed),
  );
  for (const { name, fields: inner } of fields) {
    const schema = shape[name];
    if (inner && schema) expectSame(inner, shapeOf(schema), `${where}.${name}`);
  }
}

test.each([
  ['gig', GIG_FORM, gigBody, BLANK_GIG],
  ['project', PROJECT_FORM, projectBody, BLANK_PROJECT],
  ['article', ARTICLE_FORM, articleKind.schema, articleKind.blank],
  ['profile', PROFILE_FORM, profileBody, BLANK_PROFILE],
  ['legal pages', LEGAL_FORM, legalBody, BLANK_LEGAL],
])(
  'each field of the %s is in its editor once, and a blank one has all',
  (name, form, schema, blank) => {
    const { shape } = schema as unknown as { shape: Record<string, Schema> };
    expectSame(
      form.flatMap(({ fields }) => fields),
      shape,
      name,
    );
    expect(Object.keys(blank).toSorted()).toEqual(Object.keys(shape).toSorted());
  },
);
