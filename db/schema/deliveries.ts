import type { Instant } from './columns.ts';
import type { Side } from './states.ts';

/** A delivery of an order. After a revision there is a new one. */
export interface Delivery {
  id: string;
  order_id: string;
  number: number;
  message: string;
  /** The version that it corrects, before the client has answered it; null for one of its own. */
  corrects: number | null;
  /** When the seller has pressed. */
  created_at: Instant;
}

export interface DeliveryFile {
  id: string;
  order_id: string;
  /** Null until its delivery is sent. */
  delivery_id: string | null;
  name: string;
  size: number;
  /** Null of a link. */
  file_hash: string | null;
  /** Of a link, where it leads. */
  address: string | null;
  /** What the owner says of it in one line. */
  note: string | null;
  created_at: Instant;
}

/** A file on its way to the next delivery. */
export interface Upload {
  id: string;
  order_id: string;
  name: string;
  /** As it was declared. */
  size: number;
  /** When the file was last changed, in milliseconds, as its sender says. */
  modified: string;
  received: number;
  /** What it became. */
  file_id: string | null;
  created_at: Instant;
}

export interface UploadPiece {
  upload_id: string;
  at: number;
  file_hash: string;
}

/** A picture of a file for the viewer: of all of it, or smaller and marked, which is shown while the file is closed. */
export interface DeliveryPicture {
  file_id: string;
  kind: 'whole' | 'preview';
  width: number;
  height: number;
  /** WebP. */
  file_hash: string;
}

/** A place of a delivered picture or page that somebody has pointed at. */
export interface DeliveryPin {
  id: string;
  order_id: string;
  delivery_id: string;
  file_id: string;
  /** The number in its delivery. */
  number: number;
  page: number;
  /** Thousandths of width and height. */
  x: number;
  y: number;
  side: Side;
  text: string;
  created_at: Instant;
  resolved_at: Instant | null;
  resolved_by: Side | null;
  /** The last revision request that was made from it. */
  revision_id: string | null;
  /** The later delivery that answers it. */
  answered_in: string | null;
}

export interface PinReply {
  id: string;
  pin_id: string;
  side: Side;
  text: string;
  created_at: Instant;
}

export interface DeliveriesTables {
  deliveries: Delivery;
  delivery_files: DeliveryFile;
  uploads: Upload;
  upload_pieces: UploadPiece;
  delivery_pictures: DeliveryPicture;
  delivery_pins: DeliveryPin;
  pin_replies: PinReply;
}
