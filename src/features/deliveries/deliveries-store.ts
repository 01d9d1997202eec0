import { atom } from 'nanostores';
import type { PinDto } from '../../../api/modules/deliveries/pins.ts';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import type { Side } from '../../../api/modules/orders/next-rules.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson, serverMessage } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { fetchLatestInto } from '../request-feedback/remote.ts';

export type { PinDto, Side };

export type FileDto = BuyerOrderDto['deliveries'][number]['files'][number];

export const endOf = ({ name, isLink }: FileDto): string | undefined =>
  isLink ? undefined : name.split('.').at(-1)?.toLowerCase();

/** The files that can be pointed at: those of which there is a picture, and documents once they are open. */
export const filesToPointAt = (files: FileDto[], isClosed: boolean): FileDto[] =>
  files.filter((file) => file.picture || (!isClosed && endOf(file) === 'pdf'));

const PICTURE = /^(heic|heif|jpe?g|png|webp|avif|gif|tiff?|bmp|psd|jxl)$/;

/** Whether a file is named like a picture, and there is none of it. */
export const isUndrawn = (file: FileDto): boolean =>
  !file.picture && PICTURE.test(endOf(file) ?? '');

/** The file that is open in the viewer. */
export const $viewedFile = atom<string | null>(null);
/** The pins of the order that the page shows. */
export const $pins = asyncStore<PinDto[]>();
/** The pin that is being set. */
export const $draft = atom<(Place & { isMoved: boolean }) | null>(null);
/** The pin that was pressed last, anew with each press; one pressed in the list is shown at its place. */
export const $chosenPin = atom<{ id: string; isFromList?: true } | null>(null);

/** In thousandths of width and height. */
export interface Place {
  file: string;
  page: number;
  x: number;
  y: number;
}

const FAILED = 'An error occurred. Please try again.';

/** The same calls for both sides. */
const callsOf = (side: Side) => (side === 'owner' ? api.desk.orders.pins : api.gig.delivery.pins);

export const loadPins = (side: Side, orderId: string): Promise<void> =>
  fetchLatestInto(
    $pins,
    async () => (await readJson(callsOf(side)[':orderId'].$get({ param: { orderId } }))).pins,
    (error) => serverMessage(error, FAILED),
  );

/** Writes, then loads all pins again; false when it failed, which a toast says. */
async function write(side: Side, orderId: string, call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
  } catch (error) {
    void toast('error', serverMessage(error, FAILED));
    return false;
  }
  await loadPins(side, orderId);
  return true;
}

/** Where pins are read and written: for which side, of which order. */
export interface Of {
  side: Side;
  orderId: string;
}

export const setPin = ({ side, orderId }: Of, pin: Place & { _id: string; text: string }) =>
  write(side, orderId, () => readJson(callsOf(side).$post({ json: pin })));

export const replyToPin = (
  { side, orderId }: Of,
  pin: string,
  json: { _id: string; text: string },
) =>
  write(side, orderId, () =>
    readJson(callsOf(side)[':pin'].replies.$post({ param: { pin }, json })),
  );

export const resolvePin = ({ side, orderId }: Of, pin: string, isResolved: boolean) =>
  write(side, orderId, () =>
    readJson(callsOf(side)[':pin'].resolved.$put({ param: { pin }, json: { isResolved } })),
  );

let seen = '';

/** Tells once of everything that the other side has said and this page shows. */
export function markPinsSeen({ side, orderId }: Of, pins: PinDto[]): void {
  const said = pins.flatMap((pin) => [pin, ...pin.replies]).filter(({ by }) => by !== side);
  const last =
    orderId +
    said
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1);
  if (said.length === 0 || last === seen) return;
  seen = last;
  void callsOf(side)
    [':orderId'].seen.$post({ param: { orderId } })
    .catch(() => {
      seen = '';
    });
}
