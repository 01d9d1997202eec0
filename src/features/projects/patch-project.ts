import type { PublicProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { findPart, setAttribute, setText } from '../../lib/dom-patch.ts';
import { calendarDay, duration, isoDay } from '../../lib/format.ts';
import { contactHref, firstTags, priceRange, textPreview } from './project-texts.ts';

/** Updates a card rendered by ProjectItem.tsx. */
export function patchItem(item: HTMLElement, project: PublicProjectDto): void {
  const { start, end } = project.timeframe;
  item.dataset['item'] = project._id;
  setText(item, 'start', calendarDay(start));
  setAttribute(findPart(item, 'start'), 'datetime', calendarDay(start));
  setText(item, 'title', project.title);
  setAttribute(findPart(item, 'title'), 'href', `#${project._id}`);
  setText(item, 'text', textPreview(project.desc));
  setText(item, 'cost', priceRange(project));
  setText(item, 'duration', duration(start, end));
  patchTags(item, firstTags(project.tech));
  patchPicture(item, project.picture);
}

/** Updates a popup rendered by ProjectPopup.tsx. */
export function patchPopup(popup: HTMLElement, project: PublicProjectDto): void {
  const { start, end } = project.timeframe;
  popup.id = project._id;
  popup.setAttribute('aria-labelledby', `title-${project._id}`);
  const title = findPart(popup, 'title');
  if (title) title.id = `title-${project._id}`;
  setText(popup, 'title', project.title);
  setText(popup, 'posted', isoDay(project.createdAt));
  setAttribute(findPart(popup, 'posted'), 'datetime', project.createdAt);
  setText(popup, 'text', project.desc);
  setText(popup, 'Price range', priceRange(project));
  setText(popup, 'Duration', duration(start, end));
  setText(popup, 'Industry', project.type);
  const contact = findPart(popup, 'contact');
  const [mailto = ''] = contact?.getAttribute('href')?.split('?') ?? [];
  setAttribute(contact, 'href', contactHref(mailto, project));
  patchTags(popup, project.tech);
  patchPicture(popup, project.picture);
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

function patchPicture(root: HTMLElement, picture: PictureDto): void {
  const image = root.querySelector('picture img');
  setAttribute(root.querySelector('picture source'), 'srcset', picture.srcset);
  setAttribute(image, 'src', picture.url);
  setAttribute(image, 'alt', picture.alt);
  setAttribute(image, 'width', String(picture.width));
  setAttribute(image, 'height', String(picture.height));
}
