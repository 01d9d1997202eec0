import { readJson } from '../../lib/api.ts';

import { adminApi, remote } from '../requests.ts';

/** What an item can refer to, for a choice. */
export interface Choice {
  id: string;
  name: string;
}

const named = ({ _id, title }: { _id: string; title: string }): Choice => ({
  id: _id,
  name: title,
});

export const $gigs = remote(async () => (await readJson(adminApi.gigs.$get())).gigs.map(named));
export const $projects = remote(async () =>
  (await readJson(adminApi.projects.$get())).projects.map(named),
);
export const $reviews = remote(async () =>
  (await readJson(adminApi.reviews.$get())).reviews.map(({ _id, name, comment }) => ({
    id: _id,
    name: `${name}: ${comment.slice(0, 60)}`,
  })),
);
