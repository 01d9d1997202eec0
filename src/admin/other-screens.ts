// The screens that an owner opens now and then, in one file that is loaded with the first of them.
export { Articles } from './articles/Articles.tsx';
export { Assistants } from './assistants/Assistants.tsx';
export { AuditLog } from './audit/AuditLog.tsx';
export { Backups } from './backups/Backups.tsx';
export { Calendar } from './calendar/Calendar.tsx';
export { Clients } from './clients/Clients.tsx';
export { Content } from './content/Content.tsx';
export { Doctor } from './doctor/Doctor.tsx';
export { FirstSteps } from './first-steps/FirstSteps.tsx';
export { Look } from './first-steps/Look.tsx';
export { Gigs } from './gigs/Gigs.tsx';
export { Projects } from './projects/Projects.tsx';
export { Publish } from './publish/Publish.tsx';
export { Reviews } from './reviews/Reviews.tsx';
export { Settings } from './settings/Settings.tsx';
export { Tax } from './tax/Tax.tsx';
export { Terms } from './terms/Terms.tsx';
