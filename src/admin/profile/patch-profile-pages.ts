import type { ProfileForm } from './profile-store.ts';

/** Sets the text of the first matching element, if there is one. */
function setText(root: ParentNode, selector: string, value: string): void {
  const element = root.querySelector(selector);
  if (element && element.textContent !== value) element.textContent = value;
}

/** Sets the text and keeps child elements, such as an icon. */
function setOwnText(element: Element | null, value: string): void {
  if (!element) return;
  const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  const main = texts.find((node) => node.textContent?.trim()) ?? element.appendChild(new Text());
  if (main.textContent !== value) main.textContent = value;
}

/** Makes one copy of the first child for each item and fills it. */
function repeat<T>(
  list: Element | null,
  items: readonly T[],
  fill: (element: Element, item: T) => void,
): void {
  const first = list?.firstElementChild;
  if (!list || !first) return;
  while (list.children.length > Math.max(1, items.length)) list.lastElementChild?.remove();
  while (list.children.length < items.length) list.append(first.cloneNode(true));
  list.toggleAttribute('hidden', items.length === 0);
  for (const [at, item] of items.entries()) {
    const element = list.children[at];
    if (element) fill(element, item);
  }
}

const setTags = (list: Element | null, tags: readonly string[]): void =>
  repeat(list, tags, (tag, text) => setOwnText(tag, text));

/** A new skill gets its icon at the next publish. */
function setSkill(item: Element, skill: string): void {
  if (item.textContent?.trim() !== skill) item.querySelector('svg')?.remove();
  setOwnText(item, skill);
}

function patchShowcaseItem(card: Element, item: ProfileForm['showcase'][number]): void {
  const [image, source] = [card.querySelector('img'), card.querySelector('source')];
  card.querySelector('.tile__picture')?.toggleAttribute('hidden', item.picture === null);
  if (image && source && item.picture && image.getAttribute('src') !== item.picture.url) {
    image.src = item.picture.url;
    source.srcset = item.picture.srcset;
  }
  setText(card, 'h3', item.projectName);
  setTags(card.querySelector('.tags'), item.tech);
  setText(card, '.body > p', item.description);
}

function patchFooter(page: Document, profile: ProfileForm): void {
  setText(page, '#foot .person p', `${profile.role}. ${profile.tagline}. ${profile.location}.`);
  repeat(page.querySelector('#foot [aria-label="Elsewhere"] ul'), profile.social, (item, link) =>
    setOwnText(item.querySelector('a'), link.label),
  );
}

/** Shows the edited texts in the home page. */
export function patchHomePage(page: Document, profile: ProfileForm): void {
  setOwnText(page.querySelector('.hero .eyebrow'), profile.name);
  setOwnText(page.querySelector('#hero-title'), profile.role);
  setText(page, '#hero-title .tagline', profile.tagline);
  setText(page, '.hero .lead', profile.sentence);
  setText(page, '#skillset-title', profile.skillsHeading);
  repeat(
    page.querySelector('#skillset .groups'),
    profile.skillGroups,
    (group, { title, skills }) => {
      setText(group, 'h3', title);
      repeat(group.querySelector('ul'), skills, setSkill);
    },
  );
  setText(page, '#stats-title', profile.statsHeading);
  setText(page, '#stats .section-head p:last-child', profile.statsSubheading);
  repeat(page.querySelector('#stats dl'), profile.counters, (entry, counter) => {
    setText(entry, 'dt', counter.caption);
    setText(entry, '[data-count]', String(counter.target));
    setOwnText(entry.querySelector('dd'), counter.suffix);
  });
  repeat(page.querySelector('#myprojects .cards'), profile.showcase, patchShowcaseItem);
  patchFooter(page, profile);
}

/** Shows the edited texts in the page about the seller. */
export function patchSellerPage(page: Document, profile: ProfileForm): void {
  setText(page, '.person h1', profile.name);
  setText(page, '.person .mono', profile.handle);
  setText(page, '.person .text-15', profile.role);
  const languages = profile.languages.map(({ name, level }) => `${name} (${level})`).join(', ');
  for (const [at, text] of [profile.location, languages, profile.lastOnline].entries()) {
    setOwnText(page.querySelector(`.details li:nth-child(${at + 1})`), text);
  }
  const about = page.querySelector('#about');
  for (const paragraph of [...(about?.querySelectorAll('p') ?? [])]) paragraph.remove();
  for (const text of profile.about) {
    about?.append(Object.assign(page.createElement('p'), { textContent: text }));
  }
  const lists = page.querySelectorAll('.lists .tags');
  setTags(lists[0] ?? null, profile.skills.slice(0, SKILLS_SHOWN));
  setTags(lists[1] ?? null, profile.skills.slice(SKILLS_SHOWN));
  setText(page, '#say-title + p', profile.customersSay);
  patchFooter(page, profile);
}

/** The page shows the other ones after a click on a button. */
const SKILLS_SHOWN = 20;
