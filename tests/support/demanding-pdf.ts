/** 32 by 32 pixels in green, as JPEG 2000. */
const JPX =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAACwanAyY/9P/1EALwAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAUEBAAB/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAKQAB/5PfgAgHx9QCBMfUAgiAgICAgICAgICAgICAgID/2Q==';

/** 64 by 64 pixels in black, as JBIG2: the first row is one run of black, each next one as that above it. */
function blackJbig2(): Buffer {
  const rows = `001${'00110101'}${'0000001111'}${'0000110111'}${'11'.repeat(63)}`;
  const bits = `${rows}${'000000000001'.repeat(2)}`.padEnd(184, '0');
  const coded = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const size = '0000004000000040';
  const page = Buffer.from(`0000000030000100000013${size}${'00'.repeat(11)}`, 'hex');
  const region = Buffer.from(`${size}00000000000000000001`, 'hex');
  const head = Buffer.from('00000001260001000000', 'hex');
  return Buffer.concat([page, head, Buffer.from([18 + coded.length]), region, Buffer.from(coded)]);
}

const stream = (dictionary: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ]);

const image = (filter: string, more: string, content: Buffer) =>
  stream(`/Type /XObject /Subtype /Image ${more} /Filter /${filter}`, content);

/**
 * A page that needs what viewers bring along: Chinese and signs in fonts that are not in it, a black picture as JBIG2, a
 * green one as JPEG 2000, a red stamp, and a field with a value and a link to elsewhere.
 */
export function demandingPdf(): Buffer {
  const drawn = [
    'BT /F1 24 Tf 20 250 Td <4F60597D> Tj ET BT /F2 24 Tf 20 200 Td (4) Tj ET',
    'q 60 0 0 60 20 120 cm /I1 Do Q q 60 0 0 60 120 120 cm /I2 Do Q',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [12 0 R] /NeedAppearances true /DA (/Helv 18 Tf 0 0 1 rg) /DR << /Font << /Helv 13 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Annots [10 0 R 12 0 R 14 0 R] /Resources << /Font << /F1 5 0 R /F2 7 0 R >> /XObject << /I1 8 0 R /I2 9 0 R >> >> >>',
    stream('', drawn),
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    image(
      'JBIG2Decode',
      '/Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1',
      blackJbig2(),
    ),
    image('JPXDecode', '/Width 32 /Height 32', Buffer.from(JPX, 'base64')),
    '<< /Type /Annot /Subtype /Stamp /Rect [220 120 280 180] /F 4 /AP << /N 11 0 R >> >>',
    stream('/Type /XObject /Subtype /Form /BBox [0 0 60 60]', '1 0 0 rg 0 0 60 60 re f'),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Agreed) /DA (/Helv 40 Tf 0 0 1 rg) /F 4 /Rect [20 40 180 90] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 300 300] /Border [0 0 0] /A << /S /URI /URI (https://elsewhere.example/) >> >>',
  ];
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(Buffer.concat(pieces).length);
    pieces.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = Buffer.concat(pieces).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const total = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${total}\n0000000000 65535 f \n${rows}trailer << /Size ${total} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(pieces);
}
