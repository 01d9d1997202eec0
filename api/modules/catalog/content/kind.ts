import type { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import type { ContentItem } from '../../../../db/schema.ts';

interface Titled {
  title: string;
  /** Of a kind whose items have pages at an address that the owner chooses. */
  slug?: string | undefined;
  /** The addresses that it had before. */
  formerSlugs?: string[] | undefined;
}

/** The list of a kind for visitors. Pages, sitemap and `llms.txt` link to it while it has items. */
export interface ContentSection {
  path: string;
  label: string;
  about: string;
  feed?: string;
}

/** A stored item of a kind, with its document. */
export type StoredItem<Document = object> = Omit<ContentItem, 'kind' | 'body'> & {
  body: Document;
};

/** Where items of a kind are stored, and what the form of a new one holds. */
export interface ContentStore {
  /** In previews, versions and lists of changes. */
  one: string;
  /** In addresses and answers. */
  many: string;
  table: 'content_items' | 'gigs';
  blank: Titled;
}

/** A kind of content: what is stored, what visitors get, and what it is called. */
export interface ContentKind<
  Body extends Titled = Titled,
  Dto extends Titled & { _id: string } = Titled & { _id: string },
  Stored extends StoredItem<Body> = StoredItem<Body>,
> extends ContentStore {
  blank: Body;
  schema: z.ZodObject & z.ZodType<Body>;
  /** What a draft in a content file may lack, where the form asks for it. */
  draft?: z.ZodObject & z.ZodType<Body>;
  words: {
    /** `Saved a gig`, `Reordered the gigs`. */
    audit: { a: string; all: string };
    /** `Gig 3, title` in a content file. */
    inFile: string;
    /** `2 gigs`. */
    count: [one: string, many: string];
  };
  /** Its name in a content file, and how many a file may hold. */
  file: { key: string; most: number };
  /** The page that shows it. */
  pageOf(item: Pick<Dto, '_id' | 'slug'>): string;
  /** Of a kind that visitors find in the navigation as soon as there is some of it. */
  section?: ContentSection;
  /** Items for visitors, in this order; drafts for a preview, too. Always the same number of queries. */
  toDtos(db: Db, items: readonly StoredDraft<Stored>[]): Promise<Dto[]>;
  /** What the owner's list says about an item. */
  summaryOf(item: Stored): object;
  /** What an editor gets beside the document. */
  factsOf?(item: Stored): object;
  /** What the log of actions tells of a change beside title, status and version. */
  auditOf?(body: Body): Record<string, string>;
  /** What it lacks for visitors. */
  missing?(body: Body): string[];
  /** The document to store: the form with ids for what is referred to. */
  toDocument?(body: Body): Body;
  /** What neither a save nor a content file may change of the document that has the same address. */
  bind?(sent: Body, stored: Body): Body;
}

/** What pages need of an item, which is in no database while it is written. */
export type StoredDraft<Stored extends StoredItem> = Pick<Stored, 'id' | 'body'> & Partial<Stored>;
