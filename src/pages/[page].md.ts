import type { APIRoute } from 'astro';
import type { CatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { listedPages, twinOf } from '../features/nav/twin-addresses.ts';
import { legalTwin, PAGE_TWINS } from '../features/twins/page-twins.ts';

const NAME = /^\/([\w-]+)\.md$/;

export const paths = (catalog: CatalogReader) =>
  listedPages(catalog).flatMap(({ path }) => NAME.exec(twinOf(path))?.[1] ?? []);

export const GET: APIRoute = ({ site, params: { page = '' }, locals: { catalog } }) =>
  PAGE_TWINS[page]?.(site, catalog) ?? legalTwin(`/${page}`, site, catalog);
