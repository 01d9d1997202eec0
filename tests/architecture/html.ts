/** A start tag and its attributes. */
interface Tag {
  name: string;
  attributes: Map<string, string>;
}

export interface Page {
  tags: Tag[];
  /** Code that runs from within the page; data blocks are not code. */
  scripts: string[];
  /** The contents of all style tags. */
  css: string;
  title: string;
}

const TAG = /<([a-z][\w-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The parts of a page that the checks need. */
export function readPage(html: string): Page {
  const scripts: string[] = [];
  let css = '';
  const bare = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(<script\b[^>]*>)([\s\S]*?)<\/script>/gi, (_all, tag: string, code: string) => {
      const data = /type=["']?application\/(ld\+)?json/.test(tag);
      if (!data && !/\ssrc=/.test(tag)) scripts.push(code);
      return tag;
    })
    .replace(/(<style\b[^>]*>)([\s\S]*?)<\/style>/gi, (_all, tag: string, code: string) => {
      css += code;
      return tag;
    });
  return {
    tags: [...bare.matchAll(TAG)].map(([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: readAttributes(rest),
    })),
    scripts,
    css,
    title: /<title>([^<]*)<\/title>/.exec(bare)?.[1] ?? '',
  };
}

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const value = values.find((each) => each !== undefined) ?? '';
    found.set(name.toLowerCase(), value.replaceAll('&amp;', '&'));
  }
  return found;
}

const LOADS =
  /^(stylesheet|(module)?preload|prefetch|preconnect|dns-prefetch|icon|apple-touch-icon|manifest)$/;

/** Every address that a browser requests by itself when it shows the page. */
export function requestsOf({ tags, css }: Page): string[] {
  const found: string[] = [];
  for (const { name, attributes } of tags) {
    const rel = (attributes.get('rel') ?? '').split(' ');
    const href = attributes.get('href');
    if (href && (name === 'use' || (name === 'link' && rel.some((each) => LOADS.test(each))))) {
      found.push(href);
    }
    const sources = ['src', 'poster', 'data', 'component-url', 'renderer-url'];
    for (const each of sources) found.push(attributes.get(each) ?? '');
    for (const each of ['srcset', 'imagesrcset']) {
      found.push(
        ...(attributes.get(each) ?? '').split(/,\s+/).map((part) => part.split(' ')[0] ?? ''),
      );
    }
    found.push(...urlsOf(attributes.get('style') ?? ''));
  }
  return [...found, ...urlsOf(css)].filter((address) => address !== '');
}

const urlsOf = (css: string): string[] => [
  ...[...css.matchAll(/url\(\s*["']?([^"')]+)/g)].map(([, address = '']) => address),
  ...[...css.matchAll(/@import\s+["']([^"']+)/g)].map(([, address = '']) => address),
];

const COMMENTS_AND_CODE =
  /<!--[\s\S]*?-->|(?<=<(?:script|style)\b[^>]*>)[\s\S]*?(?=<\/(?:script|style)>)/gi;
const ID = /\sid="([^"]*)"/g;

/**
 * Markup that browsers repair without a word: what follows `</html>`, a style amid the content, an image without a
 * source, an id that is used twice.
 */
export function markupFaults(html: string): string[] {
  const bare = html.replace(COMMENTS_AND_CODE, '');
  const [page = '', after = ''] = bare.split('</html>');
  const body = page.slice(page.indexOf('<body'));
  const styles = body
    .split('<style')
    .slice(0, -1)
    .map((before) => before.trimEnd());
  const amid = styles.map((before) => before.slice(before.lastIndexOf('<')));
  const { tags } = readPage(bare);
  const images = tags.filter(({ name }) => name === 'img').map(({ attributes }) => attributes);
  // The content of a template is a document of its own.
  const ids = [...bare.replace(/<template\b[\s\S]*?<\/template>/g, '').matchAll(ID)].map(
    ([, id]) => id,
  );
  return [
    ...(after.trim() ? [`after </html>: ${after.trim().slice(0, 60)}`] : []),
    ...amid.filter((tag) => tag.startsWith('</')).map((tag) => `<style> after ${tag}`),
    ...images
      .filter((image) => !image.get('src') && !image.get('srcset'))
      .map((image) => `<img> without a source: ${[...image.keys()].join(' ')}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id twice: ${id}`),
  ];
}
