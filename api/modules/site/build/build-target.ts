export interface BuildTarget {
  dataDir: string;
  databaseUrl: string;
  siteOrigin: string;
  /** The clock of the dates in the pages; the browser then shows them on its own. */
  timeZone?: string;
  /** Where a static host in front reaches the app. */
  apiOrigin?: string | null;
  razorpay?: { checkoutUrl: string } | null;
  /** Run in the release's folder after the switch. */
  publishCommand?: string | null;
}
