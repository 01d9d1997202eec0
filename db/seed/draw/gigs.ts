/** Pictures of the services, collected. */
import { business } from './gigs-business.ts';
import { mern } from './gigs-mern.ts';
import { store } from './gigs-store.ts';
import { wordpress } from './gigs-wordpress.ts';
import { react } from './gigs-react.ts';
import { api } from './gigs-api.ts';
import { speed } from './gigs-speed.ts';
import { landing } from './gigs-landing.ts';

export type Scenes = Record<string, () => string>;
export const gigs: Scenes = { ...business, ...mern, ...store, ...wordpress, ...react, ...api, ...speed, ...landing };
