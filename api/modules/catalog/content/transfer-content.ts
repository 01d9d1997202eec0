import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { PUBLICATION_STATUSES } from '../../../../db/schema/states.ts';
import { cleanInput, NOT_TEXT } from '../../../platform/http/clean-input.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { readProfile } from '../profile/read-profile.ts';
import { requireDrawableLogo, writeProfile } from '../profile/save-profile.ts';
import { type ProfileBody, profileBody } from '../profile/schema.ts';
import { newBodyOf } from './item-routes.ts';
import type { ContentKind, StoredItem } from './kind.ts';
import { ALL_KINDS } from './kinds.ts';
import { picturesIn, withPictureFiles } from './picture-rules.ts';
import { type ShownPicture, withPictures } from './pictures.ts';
import { findItem, listItems } from './queries.ts';
import { insertDraft } from './save-item.ts';

const FORMAT = 1;
const NOT_CONTENT = 'This is not a content file of this app: "format": 1 is missing.';

/** What an item has beside its form. One whose id is taken gets another. */
const besideForm = z.object({
  _id: z.uuid().optional(),
  status: z.enum(PUBLICATION_STATUSES).default('draft'),
  createdAt: z.iso.datetime().optional(),
});

/** The items of a kind in a file. */
const itemsOf = (kind: ContentKind) => {
  const { most } = kind.file;
  const tooMany = `A file may hold ${most} ${kind.words.count[1]}.`;
  return z
    .array(z.intersection(besideForm, newBodyOf(kind, kind.draft ?? kind.schema)))
    .max(most, tooMany)
    .default([]);
};

/** `content.json`, as catalog/README.md describes it; pictures have the ids of this shop by now. */
const contentBody = z.intersection(
  z.object({
    format: z.literal(FORMAT, NOT_CONTENT),
    /** A field that is absent stays as it is. */
    profile: profileBody.partial().optional(),
  }),
  z.object(Object.fromEntries(ALL_KINDS.map((kind) => [kind.file.key, itemsOf(kind)]))),
);

export type Content = z.output<typeof contentBody>;

const itemsIn = (content: Content, { file }: ContentKind) => content[file.key] ?? [];

/** All content and the profile as `content.json`, and where the picture of each of its files is found. */
export async function exportContent(db: Db) {
  const lists = await Promise.all(
    ALL_KINDS.map(async (kind) => {
      const items = await listItems<StoredItem<ContentKind['blank']>>(db, kind);
      const written = items.map(({ id, status, created_at, body }) => ({
        ...{ _id: id, status, createdAt: created_at },
        ...body,
      }));
      return [kind.file.key, written] as const;
    }),
  );
  const { body: profile } = await readProfile(db);
  const stored = { format: FORMAT, profile: givenIn(profile), ...Object.fromEntries(lists) };
  // Without pictures that are gone.
  const content = await withPictures(db, stored);
  const pictures = new Map(
    (picturesIn(content) as ShownPicture[]).map((picture) => [picture._id, filesOf(picture)]),
  );
  return {
    content: withPictureFiles(content, (id) => pictures.get(id)?.at(-1)?.file ?? id),
    pictures: [...pictures.values()].flat(),
  };
}

/** Each size of a picture, the largest AVIF last. */
const filesOf = ({ _id, srcset, url, width }: ShownPicture) => [
  { file: `pictures/${_id}-${width}.webp`, url },
  ...srcset.split(', ').map((size) => {
    const [address = '', pixels = ''] = size.split(' ');
    return { file: `pictures/${_id}-${Number.parseInt(pixels, 10)}.avif`, url: address };
  }),
];

/** What a profile has that may be saved: of a new shop, few fields. */
const givenIn = (profile: ProfileBody) =>
  Object.fromEntries(
    Object.entries(profileBody.shape).flatMap(([field, schema]) => {
      const value = profile[field as keyof ProfileBody];
      return schema.safeParse(value).success ? [[field, value]] : [];
    }),
  );

/**
 * Checks a content file with the rules of the forms. Throws 400 with the first mistake and where it stands.
 */
export async function parseContent(file: unknown): Promise<Content> {
  const refused = cleanInput({ value: file });
  if (refused !== null) throw mistakeAt(refused.split('.'), NOT_TEXT);
  const read = contentBody.safeParse(file, { error: () => 'This value cannot be used.' });
  if (read.success) {
    await requireDrawableLogo(read.data.profile?.brand?.logo ?? '');
    return read.data;
  }
  const [issue] = read.error.issues;
  const message = issue?.message ?? NOT_CONTENT;
  throw mistakeAt(issue?.path ?? [], message);
}

function mistakeAt([part, ...path]: readonly PropertyKey[], message: string): ApiError {
  if (!part || part === 'format') return new ApiError(400, NOT_CONTENT);
  return new ApiError(400, `${placeOf(part, path)}: ${message}`, {
    field: [part, ...path].map(String).join('.'),
  });
}

/** Where a mistake stands, for people: `Gig 3, PricingPlans 1 title`. */
function placeOf(part: PropertyKey, path: readonly PropertyKey[]): string {
  const kind = ALL_KINDS.find(({ file }) => file.key === part);
  const name = kind ? kind.words.inFile : part === 'profile' ? 'Profile' : String(part);
  const steps = path.map((step) => (/^\d+$/.test(String(step)) ? Number(step) + 1 : String(step)));
  if (!kind || steps.length === 0) return [name, steps.join(' ')].filter(Boolean).join(', ');
  const [number, ...rest] = steps;
  return [`${name} ${number}`, rest.join(' ')].filter(Boolean).join(', ');
}

/** Adds all items as drafts and saves the profile, which it answers. All of it or, when a picture is missing, nothing. */
export async function writeContent(tx: Db, now: string, content: Content, { asIs = false } = {}) {
  for (const kind of ALL_KINDS) {
    for (const { _id, status, createdAt = now, ...body } of itemsIn(content, kind)) {
      const isTaken = _id && (await findItem(tx, kind, _id));
      const id = _id && !isTaken ? _id : newId();
      const item = { id, now, createdAt, status: asIs ? status : ('draft' as const) };
      await insertDraft(tx, kind, { ...item, body: body as ContentKind['blank'] });
    }
  }
  if (!content.profile) return null;
  const { version, body } = await readProfile(tx);
  const profile = { ...body, ...content.profile } as ProfileBody;
  await writeProfile(tx, now, version, profile);
  return profile;
}

/** What an import adds: `Adds 3 gigs and 1 piece of past work as drafts, and replaces the profile.` */
export function summaryOf(content: Content): string {
  const counts = ALL_KINDS.map(
    (kind) => [itemsIn(content, kind).length, kind.words.count] as const,
  );
  const total = counts.reduce((sum, [many]) => sum + many, 0);
  const drafts = counts.flatMap(([many, [one, more]]) =>
    many === 0 ? [] : [`${many} ${many === 1 ? one : more}`],
  );
  const parts = [
    total > 0 && `adds ${listed.format(drafts)} as ${total === 1 ? 'a draft' : 'drafts'}`,
    content.profile && 'replaces the profile',
  ];
  const sentence = parts.filter(Boolean).join(', and ') || 'changes nothing';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const listed = new Intl.ListFormat('en-GB');
