import type { PictureDto } from '../../api/platform/files/dto.ts';

interface Props {
  picture: PictureDto;
  sizes: string;
  /** The largest picture of the first screen: loaded with priority. */
  first?: boolean;
}

/** A responsive picture that covers its container. */
export const Picture = ({ picture, sizes, first = false }: Props) => (
  <picture>
    <source type="image/avif" srcSet={picture.srcset} sizes={sizes} />
    <img
      className="cover-image"
      src={picture.url}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  </picture>
);
