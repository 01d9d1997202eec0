import type { RevisionDto } from '../../../api/modules/deliveries/revisions.ts';

/** The pins that a revision was requested from. */
export const PinnedTexts = ({ pins }: { pins?: RevisionDto['pins'] | undefined }) =>
  pins && (
    <ul className="stack stack--small text-15" aria-label="Pins">
      {pins.map(({ version, number, text }) => (
        <li key={`${version}.${number}`} dir="auto">
          <span className="mono">
            {version}.{number}
          </span>{' '}
          {text}
        </li>
      ))}
    </ul>
  );
