import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { deleteUnusedMedia } from '../accounts/profile-picture.ts';
import type { StoredItem } from '../catalog/content/kind.ts';
import { picturesIn } from '../catalog/content/picture-rules.ts';
import { findItem, listItems } from '../catalog/content/queries.ts';
import { projectKind } from '../catalog/projects/kind.ts';
import { BLANK_PROJECT } from '../catalog/projects/rules.ts';
import { type ProjectBody, projectBody } from '../catalog/projects/schema.ts';
import { listDrafted, namesOfBuyer, readConsent, rememberNames } from './queries.ts';
import { type Part, withoutParts } from './rules.ts';
import { namingIn } from './what-is-shown.ts';

const TITLE_GONE = 'Case study that was taken back';

interface Withdrawal {
  orderId: string;
  taken: readonly Part[];
}

/**
 * Takes parts out of every document of an order and of its versions, and deletes the pictures that nothing shows any more.
 * Answers what may be a name or an ordinary word: for it the page goes offline, and the owner takes it out.
 */
export async function takeOut(tx: Db, { orderId, taken }: Withdrawal): Promise<string[]> {
  const left = { pictures: new Set<string>(), unclear: new Set<string>() };
  await rememberNames(tx, orderId, await namesOfBuyer(tx, orderId));
  for (const { id, body } of await listItems<StoredItem<ProjectBody>>(tx, projectKind))
    if (body.orderId === orderId) await takeOutOf(tx, id, { orderId, taken }, left);
  for (const id of left.pictures) await deletePicture(tx, id);
  if (taken.includes('pictures') || taken.includes('text'))
    for (const { ids, orderId: of } of await listDrafted(tx))
      if (of === orderId) for (const id of ids) await deleteFiles(tx, id);
  return [...left.unclear];
}

async function takeOutOf(
  tx: Db,
  id: string,
  { orderId, taken }: Withdrawal,
  left: { pictures: Set<string>; unclear: Set<string> },
): Promise<void> {
  const find = () => findItem<StoredItem<ProjectBody>>(tx, projectKind, id);
  const before = await find();
  if (!before) return;
  // As a save does, so that no save of an earlier state follows.
  await lockName(tx, `project ${id}`);
  const item = (await find()) ?? before;
  const versions = await tx
    .selectFrom('versions')
    .select(['version', 'body'])
    .where('kind', '=', 'project')
    .where('item_id', '=', id)
    .execute();
  const clients = [item.body, ...versions.map(({ body }) => JSON.parse(body) as ProjectBody)];
  await rememberNames(
    tx,
    orderId,
    clients.map(({ client }) => client),
  );
  const { names: texts } = await readConsent(tx, orderId);
  const { replaced, unclear } = await namingIn(tx, item.body, { orderId, texts });
  const isAll = taken.includes('text');
  const isUnclear = !isAll && taken.includes('name') && unclear.length > 0;
  if (isUnclear) for (const name of unclear) left.unclear.add(name);
  const scrubbed = (was: ProjectBody): ProjectBody => {
    if (isAll)
      return { ...was, ...BLANK_PROJECT, orderId, title: TITLE_GONE, slug: `work-${id.slice(-6)}` };
    const taking = { taken, names: replaced, blank: BLANK_PROJECT, id };
    const usual = withoutParts(was, taking);
    const { error } = projectBody.safeParse(usual);
    // A text that would become longer than it may be could neither be saved nor imported.
    const isLong = error?.issues.some(({ code }) => code === 'too_big');
    return isLong ? withoutParts(was, { ...taking, by: '…' }) : usual;
  };
  const body = scrubbed(item.body);
  const shown: unknown[] = [body];
  const hidden: unknown[] = [item.body];
  for (const { version, body: stored } of versions) {
    const was = JSON.parse(stored) as ProjectBody;
    const now = scrubbed(was);
    hidden.push(was);
    shown.push(now);
    const to = JSON.stringify(isAll || isUnclear ? { ...now, status: 'draft' } : now);
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
      ...((isAll || isUnclear) && item.status === 'published' ? { status: 'draft' as const } : {}),
      // An editor that is open cannot save over it.
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  const kept = new Set(picturesIn(shown).map(({ _id }) => _id));
  for (const { _id } of picturesIn(hidden)) if (!kept.has(_id)) left.pictures.add(_id);
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
  await deleteFiles(tx, id);
}

async function deleteFiles(tx: Db, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('pictures')
    .where('id', '=', id)
    .returning('variants')
    .executeTakeFirst();
  for (const { hash } of JSON.parse(gone?.variants ?? '[]') as { hash: string }[])
    await deleteUnusedMedia(tx, hash);
}
