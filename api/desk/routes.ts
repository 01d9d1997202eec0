import { Hono } from 'hono';
import { deskGigs } from '../gigs/desk.ts';
import type { Env } from '../lib/env.ts';
import { ownersOnly } from '../lib/owner.ts';
import { deskMail } from '../mail/desk.ts';
import { deskPictures } from '../media/desk.ts';
import { deskProjects } from '../projects/desk.ts';
import { publishing } from '../publish/desk.ts';
import type { Publisher } from '../publish/publisher.ts';
import { deskReviews } from '../reviews/desk.ts';
import { backups } from './backups.ts';
import { find } from './find.ts';
import { deskOrders } from './orders.ts';
import { today } from './today.ts';

/** Everything the owner does; each noun brings its own calls. */
export const desk = (publisher: Publisher) =>
  new Hono<Env>()
    .use(ownersOnly)
    .route('/publish', publishing(publisher))
    .route('/find', find)
    .route('/today', today)
    .route('/mail', deskMail)
    .route('/orders', deskOrders)
    .route('/reviews', deskReviews)
    .route('/gigs', deskGigs)
    .route('/projects', deskProjects)
    .route('/pictures', deskPictures)
    .route('/backups', backups);
