import { gig as businessWebsite } from './gigs/business-website.ts';
import { gig as landingPage } from './gigs/landing-page.ts';
import { gig as mernApp } from './gigs/mern-app.ts';
import { gig as onlineStore } from './gigs/online-store.ts';
import { gig as reactFrontend } from './gigs/react-frontend.ts';
import { gig as restApi } from './gigs/rest-api.ts';
import { gig as speedRescue } from './gigs/speed-rescue.ts';
import { gig as wordpressSite } from './gigs/wordpress-site.ts';
import type { SeedGig } from './types.ts';

/** The starter gigs, in the order of the public list. */
export const gigs: SeedGig[] = [
  businessWebsite,
  mernApp,
  onlineStore,
  wordpressSite,
  reactFrontend,
  restApi,
  speedRescue,
  landingPage,
];
