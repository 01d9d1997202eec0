import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { SessionDto } from '../../../../api/modules/accounts/sessions.ts';
import { Button } from '../../../components/Button.tsx';
import { List, ListRow } from '../../../components/List.tsx';
import { timeAgo } from '../../../lib/format.ts';
import { Loaded } from '../../request-feedback/LoadedContent.tsx';
import { $devices, endAllSessions, endDeviceSession } from './account-settings-store.ts';

const ICONS = { phone: Smartphone, tablet: Tablet, desk: Monitor };

export function Devices() {
  return (
    <Loaded
      store={$devices}
      failedTitle={null}
      skeleton={
        <div className="skeleton skeleton--row" role="status" aria-label="Loading devices" />
      }
    >
      {(list) => <DeviceList devices={list} />}
    </Loaded>
  );
}

function DeviceList({ devices }: { devices: SessionDto[] }) {
  return (
    <>
      <List isPlain label="Devices">
        {devices.map((device) => (
          <Device key={device._id} device={device} />
        ))}
      </List>
      <div>
        <Button variant="danger" onClick={() => void endAllSessions()}>
          Sign out everywhere
        </Button>
      </div>
    </>
  );
}

function Device({ device }: { device: SessionDto }) {
  return (
    <ListRow
      icon={ICONS[device.kind]}
      title={device.device}
      text={
        <span className="text-13">
          Last seen <time dateTime={device.lastSeen}>{timeAgo(device.lastSeen)}</time>, signed in{' '}
          <time dateTime={device.startedAt}>{timeAgo(device.startedAt)}</time>
        </span>
      }
    >
      {device.current ? (
        <span className="badge badge--green">This device</span>
      ) : (
        <Button
          small
          aria-label={`Sign out ${device.device}, last seen ${timeAgo(device.lastSeen)}`}
          onClick={() => void endDeviceSession(device._id)}
        >
          Sign out
        </Button>
      )}
    </ListRow>
  );
}
