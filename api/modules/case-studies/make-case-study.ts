import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readBytes } from '../../../db/files/file-store.ts';
import type { Order, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import { storePicture } from '../../platform/files/store-picture.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { takeNotice } from '../../platform/rate-limiting/limit-notices.ts';
import type { Services } from '../../platform/services.ts';
import { findUser } from '../accounts/queries.ts';
import { picturesIn } from '../catalog/content/picture-rules.ts';
import { findItem } from '../catalog/content/queries.ts';
import { insertDraft } from '../catalog/content/save-item.ts';
import { gigKind } from '../catalog/gigs/kind.ts';
import { projectKind } from '../catalog/projects/kind.ts';
import { BLANK_PROJECT } from '../catalog/projects/rules.ts';
import type { ProjectBody } from '../catalog/projects/schema.ts';
import { openConversation } from '../chat/queries.ts';
import { sendMessageIn } from '../chat/send-message.ts';
import { listOpenPictures } from '../deliveries/open-file.ts';
import { gigOf, orderTitle } from '../orders/dto.ts';
import { findOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { insertRequest, listRequestsAbout } from './queries.ts';
import { ALREADY_ASKED, CLIENT_GONE, NOT_COMPLETED, QUESTION } from './texts.ts';

/** The first is the picture of the project, the others stand on its page. */
const MAX_PICTURES = 5;

/** Whether there is something to show: what was refunded in full was bought by nobody. */
export const isCompleted = ({ shown_status, balance }: Order): boolean =>
  shown_status === 'Completed' && balance > 0;

/**
 * Drafts a project from what is known of a completed order, once, and asks its client in the conversation what may be shown.
 * Answers the id of the project.
 */
export async function makeCaseStudy(
  services: Services,
  owner: User,
  orderId: string,
): Promise<string> {
  const { db } = services.store;
  const { order } = await requireAskable(db, orderId);
  const known = await findProject(db, orderId);
  const body = known ? null : await draftOf(services, order);
  const pictures = picturesIn(body).map(({ _id }) => _id);
  return transaction(services, async (tx) => {
    await lockName(tx, `case study of ${orderId}`);
    const { client } = await requireAskable(tx, orderId);
    await takeNotice(tx, services, order.buyer_id);
    const now = iso(services.clock());
    const project = (await findProject(tx, orderId)) ?? newId();
    if (body && !(await findItem(tx, projectKind, project)))
      await insertDraft(tx, projectKind, { now, body, id: project });
    const id = newId();
    await insertRequest(tx, {
      ...{ id, order_id: orderId, item_id: project },
      ...{ name: client.name, asked_at: now, pictures: JSON.stringify(pictures) },
    });
    await openConversation(tx, {
      ...{ id: newId(), order_id: orderId, buyer_id: order.buyer_id },
      ...{ last_message_seq: 0, created_at: now },
    });
    const message = { orderId, messageText: QUESTION, clientId: id, attachments: [] };
    await sendMessageIn(tx, services, owner, message);
    return project;
  });
}

async function requireAskable(db: Db, orderId: string): Promise<{ order: Order; client: User }> {
  const order = await findOrder(db, orderId);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  if (!isCompleted(order)) throw new ApiError(409, NOT_COMPLETED);
  const client = await findUser(db, order.buyer_id);
  if (!client?.is_verified) throw new ApiError(409, CLIENT_GONE);
  const [newest] = await listRequestsAbout(db, orderId);
  if (newest?.answered_at === null) throw new ApiError(409, ALREADY_ASKED);
  return { order, client };
}

/** The project that was drafted for an order before. */
async function findProject(db: Db, orderId: string): Promise<string | undefined> {
  const [newest] = await listRequestsAbout(db, orderId);
  return newest && (await findItem(db, projectKind, newest.item_id))?.id;
}

async function draftOf(services: Services, order: Order): Promise<ProjectBody> {
  const { db } = services.store;
  const { timeZone } = services.config;
  const gig = await findItem(db, gigKind, gigOf(order));
  const start = order.starts_on ?? dayIn(order.paid_at ?? order.created_at, timeZone);
  const end = dayIn(order.delivered_at ?? order.updated_at, timeZone);
  const [picture = null, ...more] = await drawPictures(services, order);
  return {
    ...BLANK_PROJECT,
    title: orderTitle(order),
    tech: gig ? (gig.body as { technologies: string[] }).technologies.slice(0, 20) : [],
    timeframe: start <= end ? { start, end } : null,
    picture,
    parts: more.map((each) => ({ text: '', picture: each })),
    gigId: gig?.id ?? '',
    orderId: order.id,
  };
}

/** The delivered pictures that are open to the client, drawn again for pages. One that is too small for them is left out. */
async function drawPictures(services: Services, { id, buyer_id }: Order) {
  const drawn = [];
  for (const { name, file_hash } of await listOpenPictures(services.store.db, id, buyer_id)) {
    if (drawn.length === MAX_PICTURES) break;
    const bytes = await readBytes(services.files, file_hash);
    const data = `data:image/webp;base64,${bytes.toString('base64')}`;
    const stored = await storePicture(services, data).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 400) return null;
      throw error;
    });
    if (stored) drawn.push({ _id: stored._id, alt: `Delivered: ${name}`.slice(0, 200) });
  }
  return drawn;
}
