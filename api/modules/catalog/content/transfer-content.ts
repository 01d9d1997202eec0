import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { cleanInput, NOT_TEXT } from '../../../platform/http/clean-input.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { toAdminGigDto } from '../gigs/dto.ts';
import { listGigs } from '../gigs/queries.ts';
import { insertGig } from '../gigs/save-gig.ts';
import { gigBody } from '../gigs/schema.ts';
import { requireDrawableLogo } from '../profile/check-logo.ts';
import { readProfile, withPictures } from '../profile/read-profile.ts';
import { writeProfile } from '../profile/save-profile.ts';
import { profileBody } from '../profile/schema.ts';
import { insertProject, projectBodyOf, toAdminProjectDtos } from '../projects/save-project.ts';
import { projectBody } from '../projects/schema.ts';
import { withPictureFiles } from './picture-rules.ts';

const FORMAT = 1;
const MAX_GIGS = 100;
const MAX_PAST_WORK = 200;
const NOT_CONTENT = 'This is not a content file of this app: "format": 1 is missing.';

/** `content.json`, as catalog/README.md describes it; pictures have the ids of this shop by now. */
const contentBody = z.object({
  format: z.literal(FORMAT, NOT_CONTENT),
  profile: profileBody.optional(),
  gigs: z.array(gigBody).max(MAX_GIGS, `A file may hold ${MAX_GIGS} gigs.`).default([]),
  pastWork: z
    .array(projectBody)
    .max(MAX_PAST_WORK, `A file may hold ${MAX_PAST_WORK} pieces of past work.`)
    .default([]),
});

export type Content = z.output<typeof contentBody>;

/** Gigs, past work and profile as `content.json`, and where the picture of each of its files is found. */
export async function exportContent(db: Db) {
  const [stored, pastWork, { body }] = await Promise.all([
    listGigs(db),
    toAdminProjectDtos(db),
    readProfile(db),
  ]);
  const gigs = await Promise.all(stored.map(({ id }) => toAdminGigDto(db, id)));
  const profile = await withPictures(db, body);
  const shown = [
    ...gigs.flatMap((gig) => gig?.pictures ?? []),
    ...pastWork.map(({ picture }) => picture),
    ...profile.reviewPictures,
    ...[profile.portrait, ...profile.showcase.map(({ picture }) => picture)].flatMap(
      (picture) => picture ?? [],
    ),
  ];
  const pictures = new Map(
    shown.map(({ _id, srcset, url }) => {
      const largest = srcset.split(', ').at(-1)?.split(' ')[0] || url;
      return [_id, { file: `pictures/${_id}.avif`, url: largest }];
    }),
  );
  const content = {
    format: FORMAT,
    profile: body,
    gigs: stored.map((gig) => withoutIds(gig.body)),
    pastWork: pastWork.map((project) => projectBodyOf(project)),
  };
  return {
    content: withPictureFiles(content, (id) => pictures.get(id)?.file ?? id),
    pictures: [...pictures.values()],
  };
}

/** Packages and extras get new ids where they are imported. */
const withoutIds = (gig: Awaited<ReturnType<typeof listGigs>>[number]['body']) => ({
  ...gig,
  PricingPlans: gig.PricingPlans.map(({ _id, ...plan }) => plan),
  extraFeatures: gig.extraFeatures.map(({ _id, ...extra }) => extra),
});

/**
 * Checks a content file with the rules of the forms. Throws 400 with the first mistake and where it stands.
 * A field of the profile that the file lacks stays as it is.
 */
export async function parseContent(db: Db, file: unknown): Promise<Content> {
  const refused = cleanInput({ value: file });
  if (refused !== null) throw mistakeAt(refused.split('.'), NOT_TEXT);
  const { body } = await readProfile(db);
  const profile = z.object({ profile: z.record(z.string(), z.unknown()) }).safeParse(file);
  const whole = profile.success
    ? { ...(file as object), profile: { ...body, ...profile.data.profile } }
    : file;
  const read = contentBody.safeParse(whole, { error: () => 'This value cannot be used.' });
  if (read.success) {
    await requireDrawableLogo(read.data.profile?.brand.logo ?? '');
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
  const names: Record<string, string> = { gigs: 'Gig', pastWork: 'Past work', profile: 'Profile' };
  const steps = path.map((step) => (/^\d+$/.test(String(step)) ? Number(step) + 1 : String(step)));
  const name = names[String(part)] ?? String(part);
  if (part === 'profile' || steps.length === 0)
    return [name, steps.join(' ')].filter(Boolean).join(', ');
  const [number, ...rest] = steps;
  return [`${name} ${number}`, rest.join(' ')].filter(Boolean).join(', ');
}

/** Adds gigs and past work as drafts and saves the profile. All of it or, when a picture is missing, nothing. */
export async function writeContent(tx: Db, now: string, { profile, gigs, pastWork }: Content) {
  for (const body of gigs) await insertGig(tx, { id: newId(), now, body });
  for (const body of pastWork) await insertProject(tx, { id: newId(), now, body });
  if (profile) await writeProfile(tx, now, (await readProfile(tx)).version, profile);
}

/** What an import adds: `Adds 3 gigs and 1 piece of past work as drafts, and replaces the profile.` */
export function summaryOf({ profile, gigs, pastWork }: Content): string {
  const count = (many: number, one: string, more: string) =>
    many === 0 ? [] : [`${many} ${many === 1 ? one : more}`];
  const total = gigs.length + pastWork.length;
  const drafts = [
    ...count(gigs.length, 'gig', 'gigs'),
    ...count(pastWork.length, 'piece of past work', 'pieces of past work'),
  ].join(' and ');
  const parts = [
    drafts && `adds ${drafts} as ${total === 1 ? 'a draft' : 'drafts'}`,
    profile && 'replaces the profile',
  ];
  const sentence = parts.filter(Boolean).join(', and ') || 'changes nothing';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
