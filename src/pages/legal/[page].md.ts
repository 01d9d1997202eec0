import type { APIRoute } from 'astro';
import { ownPagePath } from '../../../api/modules/legal/rules.ts';
import { legalTwin } from '../../features/twins/page-twins.ts';
import { ownPages } from '../../features/twins/twins.ts';

export const paths = ownPages;

export const GET: APIRoute = ({ site, params: { page = '' }, locals: { catalog } }) =>
  legalTwin(ownPagePath(page), site, catalog);
