import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { DowntimeRow } from './database.ts';
import { toDowntimeDto } from './entities.ts';
import { storeEvent } from './events.ts';
import { makeId } from './ids.ts';
import { find, insert } from './queries.ts';
import type { DowntimeMethod, DowntimeSeverity } from './types.ts';

export interface DowntimeOptions {
  severity?: DowntimeSeverity;
  /** What fails: `{ psp: 'phonepe' }`, `{ issuer: 'SBIN', card_type: 'credit' }`; undefined means all of the method. */
  instrument?: Record<string, string>;
}

const WHOLE_METHOD: Record<DowntimeMethod, Record<string, string>> = {
  upi: { vpa_handle: 'ALL' },
  card: { network: 'ALL' },
  netbanking: { bank: 'ALL' },
};

/** Starts a downtime of a method, and reports it. */
export function startDowntime(
  context: SandboxContext,
  method: DowntimeMethod,
  { severity = 'high', instrument = WHOLE_METHOD[method] }: DowntimeOptions = {},
) {
  return commit(context, () => {
    const id = makeId('down');
    const at = seconds(context);
    insert(context, 'downtimes', {
      ...{ id, method, severity, status: 'started' },
      ...{ instrument: JSON.stringify(instrument), begin_at: at, created_at: at, updated_at: at },
    });
    return report(context, id, 'started');
  });
}

/** Changes the severity of a downtime, or ends it. */
export function moveDowntime(
  context: SandboxContext,
  id: string,
  status: 'updated' | 'resolved',
  severity?: DowntimeSeverity,
) {
  return commit(context, () => {
    const before = find(context, 'downtimes', id);
    if (before.status === 'resolved') throw new Error(`Downtime ${id} is over.`);
    const at = seconds(context);
    context.db
      .prepare('UPDATE downtimes SET status=?, severity=?, end_at=?, updated_at=? WHERE id = ?')
      .run(status, severity ?? before.severity, status === 'resolved' ? at : null, at, id);
    return report(context, id, status);
  });
}

/** The downtimes that are not over. */
export function openDowntimes(context: SandboxContext): DowntimeRow[] {
  return context.db
    .prepare<[], DowntimeRow>("SELECT * FROM downtimes WHERE status != 'resolved' ORDER BY seq")
    .all();
}

/** Whether every payment by this method is bound to fail. */
export function isDown(context: SandboxContext, method: string): boolean {
  return openDowntimes(context).some(
    (each) =>
      each.method === method &&
      each.severity === 'high' &&
      Object.values(JSON.parse(each.instrument) as object).every((part) => part === 'ALL'),
  );
}

function report(context: SandboxContext, id: string, event: DowntimeRow['status']) {
  const entity = toDowntimeDto(find(context, 'downtimes', id));
  const { instrument } = entity;
  storeEvent(context, `payment.downtime.${event}`, {
    'payment.downtime': { entity: { ...entity, instrument_schema: Object.keys(instrument) } },
  });
  return entity;
}
