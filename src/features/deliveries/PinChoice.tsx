import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $pins, loadPins, type Of, type PinDto } from './deliveries-store.ts';

/** The open pins of an order, of which those are chosen that `isChosen` says until somebody changes it. */
export function useChosenPins(
  { side, orderId }: Of,
  isNeeded: boolean,
  isChosen: (pin: PinDto) => boolean,
) {
  const loaded = useStore($pins);
  const [changed, setChanged] = useState<Record<string, boolean>>({});
  useEffect(() => {
    if (isNeeded) void loadPins(side, orderId);
  }, [side, orderId, isNeeded]);
  const isLoaded = isNeeded && loaded.state === 'loaded';
  const open = isLoaded ? loaded.value.filter(({ resolvedBy }) => !resolvedBy) : [];
  const chosen = open.filter((pin) => changed[pin._id] ?? isChosen(pin)).map(({ _id }) => _id);
  const set = (id: string, isSet: boolean) => setChanged({ ...changed, [id]: isSet });
  return { isLoaded, open, chosen, set };
}

/** Open pins to tick. */
export const PinChoice = ({
  label,
  of: { open, chosen, set },
}: {
  label: string;
  of: ReturnType<typeof useChosenPins>;
}) =>
  open.length > 0 && (
    <fieldset className="stack stack--small">
      <legend className="text-15">{label}</legend>
      {open.map(({ _id, version, number, text }) => (
        <label key={_id} className="field">
          <input
            type="checkbox"
            checked={chosen.includes(_id)}
            onChange={({ target }) => set(_id, target.checked)}
          />
          <span>
            <span className="mono">
              {version}.{number}
            </span>{' '}
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
