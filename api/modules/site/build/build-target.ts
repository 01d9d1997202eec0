export interface BuildTarget {
  dataDir: string;
  databaseUrl: string;
  siteOrigin: string;
  /** The time zone of the dates in prerendered pages. The browser then shows its own. */
  timeZone?: string;
  /** The address at which a static host in front reaches the app. */
  apiOrigin?: string | null;
  razorpay?: { checkoutUrl: string } | null;
  /** The command that runs in the release's folder after the switch. */
  publishCommand?: string | null;
  /** The names of further variables that this command gets. */
  publishEnv?: string[];
}
