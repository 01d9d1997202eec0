/** Pictures of the services, collected. */

import { api } from './gigs-api.ts';
import { business } from './gigs-business.ts';
import { landing } from './gigs-landing.ts';
import { mern } from './gigs-mern.ts';
import { react } from './gigs-react.ts';
import { speed } from './gigs-speed.ts';
import { store } from './gigs-store.ts';
import { wordpress } from './gigs-wordpress.ts';

type Scenes = Record<string, () => string>;
export const gigs: Scenes = {
  ...business,
  ...mern,
  ...store,
  ...wordpress,
  ...react,
  ...api,
  ...speed,
  ...landing,
};
