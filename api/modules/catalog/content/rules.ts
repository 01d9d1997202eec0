export type { PublicationStatus } from '../../../../db/schema/states.ts';

/** A title as the last part of an address; '' when it has no letter of an address. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
