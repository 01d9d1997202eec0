/** How much the owner may add to the legal pages. */
export const LEGAL_LIMITS = { pages: 5, text: 20_000, title: 80 } as const;
/** DPDP Rules 2025, rule 6: logs are kept for one year. */
export const AUDIT_DAYS = { least: 365, most: 3_650 } as const;
