import { Hono } from 'hono';
import type { Env } from '../lib/env.ts';
import { publishing } from '../publish/desk.ts';
import type { Publisher } from '../publish/publisher.ts';
import { ownersOnly } from './guard.ts';

/** Everything the owner does; each noun brings its own calls. */
export const desk = (publisher: Publisher) =>
  new Hono<Env>().use(ownersOnly).route('/publish', publishing(publisher));
