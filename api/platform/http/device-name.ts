import Bowser from 'bowser';

/** Parses a User-Agent header into a readable name: 'Firefox on Windows'. */
export function readDevice(userAgent: string): { name: string; type: string | undefined } {
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown');
  const names = [browser.name, os.name].filter(Boolean);
  return {
    name: names.length > 0 ? names.join(' on ') : 'Unknown device',
    type: platform.type,
  };
}
