import { afterFirstPaint } from '../../lib/after-first-paint.ts';

/** Runs the scripts that ui/Late.astro holds back. */
function run(): void {
  for (const place of document.querySelectorAll<HTMLTemplateElement>('template[data-late]')) {
    for (const held of place.content.querySelectorAll('script')) {
      const script = document.createElement('script');
      script.type = 'module';
      if (held.src) script.src = held.getAttribute('src') ?? '';
      else script.textContent = held.textContent;
      document.head.append(script);
    }
  }
}

afterFirstPaint(run);
