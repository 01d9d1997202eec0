import type { PictureDto } from '../../api/platform/files/dto.ts';

interface Props {
  picture: PictureDto;
  sizes: string;
  /** The largest thing on the first screen. */
  first?: boolean;
}

/** A picture in the width that fits, filling its place. */
export const Picture = ({ picture, sizes, first = false }: Props) => (
  <picture>
    <source type="image/avif" srcSet={picture.srcset} sizes={sizes} />
    <img
      className="cover"
      src={picture.url}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  </picture>
);
