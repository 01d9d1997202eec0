/** Own practice projects on the home page, collected with the thumbnails of delivered sites. */
import { auth, jobs, threads } from './showcase-apps.ts';
import { food, shoes, shop } from './showcase-shops.ts';

export { delivered } from './delivered.ts';

export const showcase: Record<string, () => string> = {
  'thread-app': threads,
  'food-delivery': food,
  'job-app': jobs,
  'nike-page': shoes,
  'auth-form': auth,
  'e-commerce': shop,
};
