/** Pictures of finished projects, collected by slug. */

import { freight, hr, school } from './project-desk.ts';
import { clinic, fitness, yoga } from './project-health.ts';
import { legal, news, ngo } from './project-pages.ts';
import { cafe, property, spice } from './project-shops.ts';

export const projects: Record<string, () => string> = {
  'clinic-booking': clinic,
  'spice-store': spice,
  'school-portal': school,
  'freight-tracker': freight,
  'yoga-studio': yoga,
  'legal-firm': legal,
  'property-finder': property,
  'cafe-ordering': cafe,
  'ngo-donations': ngo,
  'fitness-app': fitness,
  'news-magazine': news,
  'hr-dashboard': hr,
};
