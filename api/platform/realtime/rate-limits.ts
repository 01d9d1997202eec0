import { SECOND } from '../clock.ts';

export const MAX_FRAME_BYTES = 64 * 1024;
/** Sockets of a person. */
export const MAX_CONNECTIONS = 10;
/** The maximum number of concurrent handshakes per network address, or per signed-in person. */
export const MAX_HANDSHAKES = 50;
export const JOIN_TIMEOUT = 10 * SECOND;
/** Events of a person. */
export const SOCKET_EVENTS = { burst: 60, perSecond: 10 };
/** A client that continues after this many rejections is not our own page. */
export const MAX_REJECTED = 200;
export const MAX_UNSENT_PACKETS = 500;
