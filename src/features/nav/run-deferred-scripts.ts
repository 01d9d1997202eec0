import { afterFirstPaint } from '../../lib/after-first-paint.ts';

/** Runs the scripts in the templates of `DeferredScript.astro`. */
function run(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>(
    'template[data-deferred]',
  )) {
    for (const source of template.content.querySelectorAll('script')) {
      const script = document.createElement('script');
      script.type = 'module';
      if (source.src) script.src = source.getAttribute('src') ?? '';
      else script.textContent = source.textContent;
      document.head.append(script);
    }
  }
}

/**
 * Fetches what the next page will need, unless the visitor saves data. Not with links in the page: Firefox asks `default-src`
 * for them, and Safari ignores them.
 */
function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const next = document.querySelector<HTMLTemplateElement>('template[data-prefetch]');
  if (!next || connection?.saveData) return;
  for (const { href } of next.content.querySelectorAll('link')) {
    // Read to the end, so that the browser keeps it.
    fetch(href, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => {});
  }
}

afterFirstPaint(run);
afterFirstPaint(prefetch);
