import { fontFile, runsOf } from '../pdf-fonts.ts';

const SIZE = { width: 280, height: 120 };

/** Lines that mark a preview, as an SVG of shapes that is repeated over it. Every script that papers print is drawn. */
export async function drawPreviewMarks(lines: string[]): Promise<string> {
  // Loaded for pictures with marks only: the process draws others, too.
  const { default: satori } = await import('satori');
  const runs = lines.map((line) => runsOf(line.slice(0, 40)));
  const names = new Set(runs.flat().map(({ font }) => font));
  const element = (style: object, children: unknown) => ({
    type: 'div',
    key: null,
    props: { style: { display: 'flex', ...style }, children },
  });
  const line = (parts: (typeof runs)[number]) =>
    element(
      {},
      parts.map(({ text, font }) => element({ fontFamily: font, whiteSpace: 'pre' }, text)),
    );
  const drawn = element(
    {
      ...{ width: '100%', height: '100%', flexDirection: 'column', justifyContent: 'center' },
      ...{ alignItems: 'center', transform: 'rotate(-14deg)', fontSize: 20 },
      ...{ color: 'rgba(255,255,255,.75)', textShadow: '0 0 3px rgba(0,0,0,.9)' },
    },
    runs.map(line),
  );
  return satori(drawn, {
    ...SIZE,
    fonts: [...names].map((name) => ({ name, data: fontFile(name, 'strong'), weight: 600 })),
  });
}
