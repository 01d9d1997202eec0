import { ApiError } from '../../platform/http/errors.ts';
import { ATTACHMENT_FALSE, ATTACHMENT_REFUSED } from './texts.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
const PICTURE_NAME = /\.(jpe?g|png|webp|avif|gif)$/i;
const PROGRAMS =
  /^application\/(x-msdownload|x-elf|x-mach-binary|x-msi|x-ms-shortcut|java-vm|vnd\.android\.package-archive|x-shockwave-flash)$/;

/** File extensions that some operating system runs on a double click. */
const RUNS = new Set(
  [
    'ade adp apk app appref-ms appx appxbundle bat cab chm cmd com command cpl desktop diagcab',
    'diagcfg diagpkg dll dmg exe gadget hta img inf ins iso isp jar jnlp js jse lib lnk mde mjs msc',
    'msi msix msixbundle msp mst nsh pif ps1 ps1xml ps2 psc1 psm1 reg scf scr sct sh shb sys url vb',
    'vbe vbs vhd vhdx vxd wsc wsf wsh xll',
  ].flatMap((line) => line.split(' ')),
);

export const isPicture = (mime: string): boolean => PICTURES.includes(mime);

/**
 * The MIME type of an upload by its content. Throws 415 for a program, and for a file with the name of a
 * picture that is none.
 */
export async function attachmentType(bytes: Buffer, name: string): Promise<string> {
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? textOrBytes(bytes);
  if (isPicture(mime)) return mime;
  if (PICTURE_NAME.test(name)) throw new ApiError(415, ATTACHMENT_FALSE);
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (PROGRAMS.test(mime) || RUNS.has(ending)) throw new ApiError(415, ATTACHMENT_REFUSED);
  return mime;
}

function textOrBytes(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? 'application/octet-stream' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}
