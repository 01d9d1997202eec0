// Pictures in a content file are named by the file beside it; in the shop they have an id. Browser code imports this.

/** A picture in a content file: `{ "file": "pictures/office.png", "alt": "My desk" }`. */
interface PictureInFile {
  file: string;
  alt: string;
}

const isPictureInFile = (value: object): value is PictureInFile =>
  'file' in value && typeof value.file === 'string' && 'alt' in value;

/** A picture that the owner has uploaded, and what it shows. */
export interface ChosenPicture {
  _id: string;
  alt: string;
}

export const isPictureInShop = (value: object): value is ChosenPicture =>
  '_id' in value && typeof value._id === 'string' && 'alt' in value;

/** The objects in JSON that are of this kind. */
function findIn<T extends object>(json: unknown, isWanted: (value: object) => value is T): T[] {
  const found: T[] = [];
  mapObjects(json, (value) => {
    if (isWanted(value)) found.push(value);
    return undefined;
  });
  return found;
}

/** All pictures that a document shows. */
export const picturesIn = (document: unknown): ChosenPicture[] => findIn(document, isPictureInShop);

/** The names of all picture files that the content refers to, each once. */
export const pictureFilesOf = (content: unknown): string[] => [
  ...new Set(findIn(content, isPictureInFile).map(({ file }) => file)),
];

/** The same content with every picture's file replaced by the id it got in this shop. */
export const withPictureIds = (content: unknown, idOf: (file: string) => string): unknown =>
  mapObjects(content, (value) =>
    isPictureInFile(value) ? { _id: idOf(value.file), alt: value.alt } : undefined,
  );

/** The same content with every picture's id replaced by the name of its file. */
export const withPictureFiles = (content: unknown, fileOf: (id: string) => string): unknown =>
  mapObjects(content, (value) =>
    isPictureInShop(value) ? { file: fileOf(value._id), alt: value.alt } : undefined,
  );

/** Copies JSON; `replace` may answer another object instead of one. */
function mapObjects(value: unknown, replace: (value: object) => object | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return (
    replace(value) ??
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, replace)]))
  );
}
