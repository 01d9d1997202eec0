import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { partOf, setAttribute, setText } from '../../lib/dom-patch.ts';
import { calendarDay, duration, isoDay } from '../../lib/format.ts';
import { contactHref, firstTags, preview, priceRange } from './preview.ts';

/** Writes a project into the card that ProjectItem.tsx drew. */
export function fillItem(item: HTMLElement, project: ProjectDto): void {
  const { start, end } = project.timeframe;
  item.dataset['item'] = project._id;
  setText(item, 'start', calendarDay(start));
  setAttribute(partOf(item, 'start'), 'datetime', calendarDay(start));
  setText(item, 'title', project.title);
  setAttribute(partOf(item, 'title'), 'href', `#${project._id}`);
  setText(item, 'text', preview(project.desc));
  setText(item, 'cost', priceRange(project));
  setText(item, 'duration', duration(start, end));
  fillTags(item, firstTags(project.tech));
  fillPicture(item, project.img);
}

/** Writes a project into the popup that ProjectPopup.tsx drew. */
export function fillPopup(popup: HTMLElement, project: ProjectDto): void {
  const { start, end } = project.timeframe;
  popup.id = project._id;
  popup.setAttribute('aria-labelledby', `title-${project._id}`);
  const title = partOf(popup, 'title');
  if (title) title.id = `title-${project._id}`;
  setText(popup, 'title', project.title);
  setText(popup, 'posted', isoDay(project.createdAt));
  setAttribute(partOf(popup, 'posted'), 'datetime', project.createdAt);
  setText(popup, 'text', project.desc);
  setText(popup, 'Price range', priceRange(project));
  setText(popup, 'Duration', duration(start, end));
  setText(popup, 'Industry', project.type);
  const contact = partOf(popup, 'contact');
  const [mailto = ''] = contact?.getAttribute('href')?.split('?') ?? [];
  setAttribute(contact, 'href', contactHref(mailto, project));
  fillTags(popup, project.tech);
  fillPicture(popup, project.img);
}

function fillTags(root: HTMLElement, names: string[]): void {
  const list = partOf(root, 'tags');
  const said = [...(list?.children ?? [])].map(({ textContent }) => textContent);
  if (!list || said.join('\n') === names.join('\n')) return;
  const tags = names.map((name) => {
    const tag = list.ownerDocument.createElement('li');
    tag.className = 'tag';
    tag.textContent = name;
    return tag;
  });
  list.replaceChildren(...tags);
}

function fillPicture(root: HTMLElement, picture: PictureDto): void {
  const image = root.querySelector('picture img');
  setAttribute(root.querySelector('picture source'), 'srcset', picture.srcset);
  setAttribute(image, 'src', picture.url);
  setAttribute(image, 'alt', picture.alt);
  setAttribute(image, 'width', String(picture.width));
  setAttribute(image, 'height', String(picture.height));
}
