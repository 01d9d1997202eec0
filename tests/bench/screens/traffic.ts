import type { CDPSession } from 'playwright';

export interface SentRequest {
  path: string;
  /** Since the first request of the page. */
  sentMs: number;
  endMs: number;
  bytes: number;
}

/** How long nothing may be under way before a page counts as loaded. */
const QUIET_MS = 1_500;
const WAIT_MS = 45_000;

/** Requests and bytes over the network; answers from the cache and data addresses are no requests. */
export function countTraffic(cdp: CDPSession) {
  const open = new Set<string>();
  const sent = new Map<string, SentRequest>();
  let bytes = 0;
  let start = 0;
  let lastChange = performance.now();
  const since = (timestamp: number) => {
    start ||= timestamp;
    return (timestamp - start) * 1_000;
  };
  const onSent = (event: { requestId: string; request: { url: string }; timestamp: number }) => {
    const { url } = event.request;
    if (!url.startsWith('http')) return;
    open.add(event.requestId);
    const path = new URL(url).pathname;
    sent.set(event.requestId, { path, sentMs: since(event.timestamp), endMs: 0, bytes: 0 });
    lastChange = performance.now();
  };
  const onCached = ({ requestId }: { requestId: string }) => void sent.delete(requestId);
  const onResponse = (event: { requestId: string; response: { fromDiskCache?: boolean } }) => {
    if (event.response.fromDiskCache) sent.delete(event.requestId);
  };
  const onEnd = (event: { requestId: string; timestamp: number; encodedDataLength?: number }) => {
    bytes += event.encodedDataLength ?? 0;
    const request = sent.get(event.requestId);
    if (request) {
      request.endMs = since(event.timestamp);
      request.bytes = event.encodedDataLength ?? 0;
    }
    open.delete(event.requestId);
    lastChange = performance.now();
  };
  cdp.on('Network.requestWillBeSent', onSent);
  cdp.on('Network.requestServedFromCache', onCached);
  cdp.on('Network.responseReceived', onResponse);
  cdp.on('Network.loadingFinished', onEnd);
  cdp.on('Network.loadingFailed', onEnd);
  return {
    async untilQuiet() {
      while (open.size > 0 || performance.now() - lastChange < QUIET_MS) {
        await new Promise((done) => setTimeout(done, 100));
        if (performance.now() - lastChange > WAIT_MS) break;
      }
    },
    stop() {
      cdp.off('Network.requestWillBeSent', onSent);
      cdp.off('Network.requestServedFromCache', onCached);
      cdp.off('Network.responseReceived', onResponse);
      cdp.off('Network.loadingFinished', onEnd);
      cdp.off('Network.loadingFailed', onEnd);
      return { requests: [...sent.values()], kilobytes: bytes / 1024 };
    },
  };
}
