import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insertUser } from '../../api/modules/accounts/queries.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { openConversation } from '../../api/modules/chat/queries.ts';
import { insertOrder } from '../../api/modules/orders/queries.ts';
import { iso, systemClock } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { type Database, type Db, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { seedInto } from '../support/database.ts';
import { TEMPLATE } from '../support/paths.ts';

const HOME = fileURLToPath(new URL('../../var/bench', import.meta.url));

/** Somebody with an order, its conversation, and a browser's cookies. */
export interface Buyer {
  id: string;
  orderId: string;
  conversationId: string;
  cookie: string;
  xsrf: string;
}

/** A data folder on the repository's own disk with this many buyers. */
export async function insertBuyers(count: number) {
  mkdirSync(HOME, { recursive: true });
  const dataDir = mkdtempSync(join(HOME, 'live-'));
  symlinkSync(join(TEMPLATE.dataDir, 'site'), join(dataDir, 'site'));
  const store = openDatabase(`sqlite:${dataDir}/app.db`);
  await migrate(store);
  await seedInto(store, dataDir);
  const buyers = await insertBuyersInto(store, count);
  await store.close();
  return { dataDir, buyers, clear: () => rmSync(dataDir, { recursive: true, force: true }) };
}

export const insertBuyersInto = (store: Database, count: number): Promise<Buyer[]> =>
  transaction({ store }, async (tx) => {
    const made: Buyer[] = [];
    for (let at = 0; at < count; at += 1) made.push(await insertBuyer(tx));
    return made;
  });

async function insertBuyer(tx: Db): Promise<Buyer> {
  const now = iso(systemClock());
  const [id, orderId, conversationId] = [newId(), newId(), newId()];
  await insertUser(tx, {
    id,
    name: 'Buyer',
    email: `${id}@bench.example`,
    password_hash: null,
    role: 'buyer',
    avatar_hash: null,
    is_verified: 1,
    last_login_at: null,
    created_at: now,
  });
  await insertOrder(tx, {
    id: orderId,
    buyer_id: id,
    checkout_id: newId(),
    status: 'In Progress',
    payment_type: 'Full',
    currency: 'INR',
    total: 100_00,
    refunded: 0,
    lost: 0,
    paid: 0,
    failed_at: now,
    items: '[]',
    address: '{}',
    buyer_name: 'Buyer',
    buyer_email: `${id}@bench.example`,
    delivery_days: 3,
    max_revisions: 1,
    used_revisions: 0,
    delivery_date: null,
    is_test: 1,
    paid_at: null,
    created_at: now,
    updated_at: now,
  });
  await openConversation(tx, {
    id: conversationId,
    order_id: orderId,
    buyer_id: id,
    last_message_id: null,
    last_message_at: null,
    last_message_seq: 0,
    created_at: now,
  });
  const token = await openSession(tx, systemClock, { userId: id, userAgent: 'bench' });
  const xsrf = createHmac('sha256', token).update('xsrf').digest('base64url');
  return { id, orderId, conversationId, cookie: `sid=${token}; XSRF-TOKEN=${xsrf}`, xsrf };
}
