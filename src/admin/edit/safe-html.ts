// Allows the same elements as api/modules/catalog/gigs/sanitize-description.ts, so that a preview runs no script.
const ALLOWED = /^(P|H3|H4|UL|OL|LI|STRONG|EM|BR|A|CODE)$/;

/** An editor's HTML without scripts, styles and addresses of other schemes. */
export function safeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ALLOWED.test(element.tagName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name !== 'href' || !/^(https:|mailto:)/.test(value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}
