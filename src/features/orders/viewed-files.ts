import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';

export type FileDto = BuyerOrderDto['deliveries'][number]['files'][number];

export const endOf = ({ name, isLink }: FileDto): string | undefined =>
  isLink ? undefined : name.split('.').at(-1)?.toLowerCase();

/** The files that can be pointed at: those of which there is a picture, and documents once they are open. */
export const filesToPointAt = (files: FileDto[], isClosed: boolean): FileDto[] =>
  files.filter((file) => file.picture || (!isClosed && endOf(file) === 'pdf'));

const PICTURE = /^(heic|heif|jpe?g|png|webp|avif|gif|tiff?|bmp|psd|jxl)$/;

/** Whether a file is named like a picture, and there is none of it. */
export const isUndrawn = (file: FileDto): boolean =>
  !file.picture && PICTURE.test(endOf(file) ?? '');
