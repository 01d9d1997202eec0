import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyLink } from '../../components/CopyLink.tsx';
import { Modal } from '../../components/Modal.tsx';
import { readJson } from '../../lib/api.ts';
import { plainDate } from '../../lib/format.ts';
import { adminApi, runAdminAction } from '../requests.ts';
import { $availability } from './calendar-store.ts';

const { $post, $delete } = adminApi.availability.feed;

/** The owner's calendar in other programs, at a secret address that is shown once. */
export function CalendarFeed({ since }: { since: string | null }) {
  const [url, setUrl] = useState('');
  const create = () =>
    runAdminAction(async () => {
      setUrl((await readJson($post())).url);
      await $availability.load();
      return {};
    });
  const turnOff = () =>
    runAdminAction(async () => {
      const { message } = await readJson($delete());
      await $availability.load();
      return { message };
    });
  return (
    <section className="card card--padded stack" aria-labelledby="feed">
      <h2 id="feed">Calendar feed</h2>
      <p>
        {since
          ? `Your calendar app can subscribe to starts, deliveries and time off, at the address of ${plainDate(since)}. A new address replaces it.`
          : 'Subscribe to starts, deliveries and time off in your own calendar app.'}
      </p>
      <p className="row">
        <Button onClick={() => void create()}>{since ? 'New address' : 'Create address'}</Button>
        {since && (
          <Button variant="quiet" onClick={() => void turnOff()}>
            Turn off
          </Button>
        )}
      </p>
      {url && (
        <Modal title="Calendar address" onClose={() => setUrl('')}>
          <div className="stack">
            <p>
              Add it in your calendar app as a subscription. Whoever has it can read the calendar,
              and it is not shown again.
            </p>
            <CopyLink label="Address" url={url} />
          </div>
        </Modal>
      )}
    </section>
  );
}
