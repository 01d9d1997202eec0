import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import { toast } from '../../components/toast.ts';
import { arrange } from '../../lib/dom-patch.ts';
import { fillItem, fillPopup } from './fill.ts';
import { follow, makeReady, popups } from './popup.ts';

const FETCH_FAILED = 'Failed to fetch client project';
const list = document.querySelector<HTMLElement>('[data-projects]');

/** Brings the prerendered projects up to date; the page stands as built when that fails. */
async function refresh(items: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/client/get-project');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const { data } = (await response.json()) as { data: ProjectDto[] };
  const known = [...items.querySelectorAll<HTMLElement>('[data-item]')];
  const open = popups();
  const drawn = data.flatMap((project) => {
    const item = known.find(({ dataset }) => dataset['item'] === project._id);
    const popup = open.find(({ id }) => id === project._id) ?? copyOf(open[0]);
    const card = item ?? copyOf(known[0]);
    return card && popup ? [{ project, card, popup, fresh: !item }] : [];
  });
  for (const { project, card, popup, fresh } of drawn) {
    fillItem(card, project);
    fillPopup(popup, project);
    if (!popup.isConnected) open[0]?.after(popup);
    if (fresh) makeReady(popup);
  }
  if (drawn.length > 0) {
    arrange(
      items,
      drawn.map(({ card }) => card),
    );
  }
  for (const popup of popups()) {
    if (!drawn.some((each) => each.popup === popup)) popup.remove();
  }
  follow();
}

function copyOf<T extends HTMLElement>(pattern: T | undefined): T | undefined {
  const copy = pattern?.cloneNode(true) as T | undefined;
  copy?.removeAttribute('open');
  return copy;
}

for (const popup of popups()) makeReady(popup);
addEventListener('hashchange', follow);
follow();

if (list) {
  refresh(list).catch((error) => {
    console.warn(FETCH_FAILED, error);
    void toast('error', FETCH_FAILED);
  });
}
