declare global {
  interface Window {
    /** Requests that `EarlyRequests.astro` sent before any script arrived, by address. */
    earlyRequests?: Record<string, Promise<Response>>;
  }
}

/** The answer to a request that the page already sent; each is used once. */
export function takeEarlyResponse(address: string): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined;
  const response = window.earlyRequests?.[address];
  if (response) delete window.earlyRequests?.[address];
  return response;
}
