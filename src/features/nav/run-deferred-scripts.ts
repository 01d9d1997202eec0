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

/** Fetches what the next page will need, unless the visitor saves data. */
function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const links = document.querySelector<HTMLTemplateElement>('template[data-prefetch]');
  if (links && !connection?.saveData) document.head.append(links.content);
}

afterFirstPaint(run);
afterFirstPaint(prefetch);
