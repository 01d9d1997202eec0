import type { APIRoute } from 'astro';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import { projectFacts } from '../../features/projects/project-texts.ts';
import { list, ofRichText, paragraphs, plain, section } from '../../features/twins/markdown.ts';
import { links, offerLink, quoted, twin } from '../../features/twins/twins.ts';

export const paths = (catalog: CatalogReader) => catalog.items('projects').map(({ slug }) => slug);

export const GET: APIRoute = ({ site, params: { slug }, locals: { catalog } }) => {
  const project = catalog.words(`projects/${slug}`);
  if (!project) return new Response(null, { status: 404 });
  const {
    title,
    result,
    problem,
    desc,
    parts = [],
    figures = [],
    before,
    after,
    img,
    liveLink,
  } = project;
  const review = project.reviewId ? catalog.review(project.reviewId) : undefined;
  const offer = project.gigId ? catalog.offer(project.gigId) : undefined;
  const facts = [['Client', project.client ?? ''] as const, ...projectFacts(project)];
  const given = facts.filter(([, value]) => value);
  const words = project.quotation ? plain(project.quotation) : review && quoted(review);
  const page = new URL(`/my-work/${slug}`, site);
  return twin(title, page, [
    result && plain(result),
    img.alt && `Picture: ${plain(img.alt)}`,
    list(given.map(([name, value]) => `${name}: ${plain(value)}`)),
    ...section('The problem', problem ? paragraphs(problem) : ''),
    ...section(
      'What was built',
      paragraphs(desc),
      ...parts.flatMap(({ text, picture }) => [
        ...(text ? [ofRichText(text, page)] : []),
        ...(picture ? [`Picture: ${plain(picture.alt)}`] : []),
      ]),
    ),
    ...section(
      'Before and after',
      before && after ? list([`Before: ${plain(before.alt)}`, `After: ${plain(after.alt)}`]) : '',
    ),
    ...section(
      'What it changed',
      list(
        figures.map(({ value, caption, source, date }) =>
          plain(`${value}: ${caption} (${source}, ${date})`),
        ),
      ),
    ),
    ...section('In the client’s words', words ?? ''),
    liveLink && `Live: ${liveLink}`,
    ...section('Built with', plain(project.tech.join(', '))),
    ...section('The package for this', offer ? links(site, [offerLink(offer)]) : ''),
  ]);
};
