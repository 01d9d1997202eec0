// Only what api/modules/catalog/gigs/sanitize-description.ts lets through, so that a preview runs nothing either.
const ALLOWED = /^(P|H3|H4|UL|OL|LI|STRONG|EM|BR|A|CODE)$/;

/** The formatted text of an editor without scripts, styles and foreign addresses. */
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
