import type { PublicProjectDto } from '../../../api/modules/catalog/projects/kind.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { findPart, setAttribute, setText } from '../../lib/dom-patch.ts';
import { calendarDay, isoDay } from '../../lib/format.ts';
import {
  contactHref,
  firstTags,
  popupTexts,
  priceRange,
  projectFacts,
  textPreview,
  timeSpent,
} from './project-texts.ts';

/** Updates a card rendered by ProjectItem.tsx. */
export function patchItem(item: HTMLElement, project: PublicProjectDto): void {
  const start = calendarDay(project.timeframe?.start ?? '');
  item.dataset['item'] = project._id;
  setText(item, 'start', start);
  setAttribute(findPart(item, 'start'), 'datetime', start);
  hideIf(!start, findPart(item, 'start')?.parentElement);
  setText(item, 'title', project.title);
  setAttribute(findPart(item, 'title'), 'href', `#${project._id}`);
  setText(item, 'text', textPreview(project.desc));
  patchFacts(item, [
    ['Cost', priceRange(project)],
    ['Duration', timeSpent(project)],
  ]);
  patchTags(item, firstTags(project.tech));
  patchPicture(item, project.picture);
}

/** Updates a popup rendered by ProjectPopup.tsx. */
export function patchPopup(popup: HTMLElement, project: PublicProjectDto): void {
  popup.id = project._id;
  popup.setAttribute('aria-labelledby', `title-${project._id}`);
  const title = findPart(popup, 'title');
  if (title?.parentElement) title.parentElement.id = `title-${project._id}`;
  setText(popup, 'title', project.title);
  // A server of the version before sends no address: what was built leads to its page.
  if (project.slug) setAttribute(title, 'href', `/my-work/${project.slug}`);
  setText(popup, 'posted', isoDay(project.createdAt));
  setAttribute(findPart(popup, 'posted'), 'datetime', project.createdAt);
  for (const [name, heading, text] of popupTexts(project)) {
    setText(popup, name, text);
    const section = findPart(popup, name)?.parentElement;
    hideIf(!text, section);
    const head = section?.querySelector('h3');
    if (head && head.textContent !== heading) head.textContent = heading;
    hideIf(!heading, head);
  }
  patchFacts(popup, projectFacts(project));
  const live = findPart(popup, 'live');
  if (project.liveLink) setAttribute(live, 'href', project.liveLink);
  hideIf(!project.liveLink, live);
  const contact = findPart(popup, 'contact');
  const [mailto = ''] = contact?.getAttribute('href')?.split('?') ?? [];
  setAttribute(contact, 'href', contactHref(mailto, project));
  patchTags(popup, project.tech);
  patchPicture(popup, project.picture);
}

function hideIf(isHidden: boolean, element: HTMLElement | null | undefined): void {
  if (element) element.hidden = isHidden;
}

function patchFacts(root: HTMLElement, facts: readonly (readonly [string, string])[]): void {
  for (const [name, value] of facts) {
    setText(root, name, value);
    hideIf(!value, findPart(root, name)?.parentElement);
  }
  hideIf(
    facts.every(([, value]) => !value),
    root.querySelector<HTMLElement>('dl'),
  );
}

function patchTags(root: HTMLElement, names: string[]): void {
  const list = findPart(root, 'tags');
  const current = [...(list?.children ?? [])].map(({ textContent }) => textContent);
  if (!list || current.join('\n') === names.join('\n')) return;
  const tags = names.map((name) => {
    const tag = list.ownerDocument.createElement('li');
    tag.className = 'tag';
    tag.textContent = name;
    return tag;
  });
  list.replaceChildren(...tags);
}

/** A server of the version before sends no picture: the one that was built stays. So does a before and after. */
function patchPicture(root: HTMLElement, picture: PictureDto | undefined): void {
  if (!picture || root.querySelector('[data-before-after]')) return;
  const image = root.querySelector('picture img');
  setAttribute(root.querySelector('picture source'), 'srcset', picture.srcset);
  setAttribute(image, 'src', picture.url);
  setAttribute(image, 'alt', picture.alt);
  setAttribute(image, 'width', String(picture.width));
  setAttribute(image, 'height', String(picture.height));
}
