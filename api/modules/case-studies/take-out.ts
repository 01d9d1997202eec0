import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { deleteUnusedMedia } from '../accounts/profile-picture.ts';
import type { StoredItem } from '../catalog/content/kind.ts';
import { picturesIn } from '../catalog/content/picture-rules.ts';
import { findItem, listItems } from '../catalog/content/queries.ts';
import { projectKind } from '../catalog/projects/kind.ts';
import { BLANK_PROJECT } from '../catalog/projects/rules.ts';
import type { ProjectBody } from '../catalog/projects/schema.ts';
import { type Part, withoutParts } from './rules.ts';

const TITLE_GONE = 'Case study that was taken back';

interface Withdrawal {
  orderId: string;
  taken: readonly Part[];
  name: string;
}

/** Takes parts out of every document of an order and of its versions, and deletes the pictures that nothing shows any more. */
export async function takeOut(tx: Db, withdrawal: Withdrawal): Promise<void> {
  const pictures = new Set<string>();
  for (const { id } of await listItems(tx, projectKind))
    for (const gone of await takeOutOf(tx, id, withdrawal)) pictures.add(gone);
  for (const id of pictures) await deletePicture(tx, id);
}

/** Answers the ids of the pictures that the document and its versions do not show any more. */
async function takeOutOf(
  tx: Db,
  id: string,
  { orderId, taken, name }: Withdrawal,
): Promise<string[]> {
  const find = () => findItem<StoredItem<ProjectBody>>(tx, projectKind, id);
  const before = await find();
  if (!before || before.body.orderId !== orderId) return [];
  // As a save does, so that no save of an earlier state follows.
  await lockName(tx, `project ${id}`);
  const item = (await find()) ?? before;
  const isAll = taken.includes('text');
  const scrubbed = <Body extends object>(body: Body): Body =>
    isAll
      ? { ...body, ...BLANK_PROJECT, orderId, title: TITLE_GONE, slug: `work-${id.slice(-6)}` }
      : withoutParts(body, { taken, name, blank: BLANK_PROJECT, id });
  const body = scrubbed(item.body);
  const versions = await tx
    .selectFrom('versions')
    .select(['version', 'body'])
    .where('kind', '=', 'project')
    .where('item_id', '=', id)
    .execute();
  const shown: unknown[] = [body];
  const hidden: unknown[] = [item.body];
  for (const { version, body: stored } of versions) {
    const was = JSON.parse(stored) as ProjectBody;
    const now = scrubbed(was);
    hidden.push(was);
    shown.push(now);
    const to = JSON.stringify(isAll ? { ...now, status: 'draft' } : now);
    await tx
      .updateTable('versions')
      .set({ body: to })
      .where('kind', '=', 'project')
      .where('item_id', '=', id)
      .where('version', '=', version)
      .execute();
  }
  await tx
    .updateTable('content_items')
    .set((eb) => ({
      body: JSON.stringify(body),
      ...(body.slug ? { slug: body.slug } : {}),
      ...(isAll && item.status === 'published' ? { status: 'draft' as const } : {}),
      // An editor that is open cannot save over it.
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  const left = new Set(picturesIn(shown).map(({ _id }) => _id));
  return picturesIn(hidden).flatMap(({ _id }) => (left.has(_id) ? [] : _id));
}

/** Deletes a picture that no document shows, with its files. */
async function deletePicture(tx: Db, id: string): Promise<void> {
  const contents = ['gigs', 'content_items', 'versions', 'profiles'] as const;
  for (const table of contents) {
    const shows = await tx
      .selectFrom(table as 'gigs')
      .select('body')
      .where('body', 'like', `%"${id}"%`)
      .limit(1)
      .executeTakeFirst();
    if (shows) return;
  }
  const gone = await tx
    .deleteFrom('pictures')
    .where('id', '=', id)
    .returning('variants')
    .executeTakeFirst();
  for (const { hash } of JSON.parse(gone?.variants ?? '[]') as { hash: string }[])
    await deleteUnusedMedia(tx, hash);
}
