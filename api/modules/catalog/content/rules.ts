export type { PublicationStatus } from '../../../../db/schema/states.ts';
