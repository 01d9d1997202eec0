import type { CaseStudyDto } from '../../../api/modules/case-studies/dto.ts';
import type { Part } from '../../../api/modules/case-studies/rules.ts';

const SHORT: Record<Part, string> = {
  text: 'a text about the work',
  name: 'the name',
  pictures: 'pictures',
  figures: 'figures',
  quotation: 'a quotation',
};

const listed = new Intl.ListFormat('en-GB');

/** What is allowed at present, in a sentence; '' if nothing is. */
export const allowedNames = ({ parts, name }: CaseStudyDto): string =>
  listed.format(
    parts.flatMap(({ part, isAllowed }) =>
      isAllowed ? [part === 'name' ? `the name ${name}` : SHORT[part]] : [],
    ),
  );

/** A part with what it means for this order. */
export function labelOf(part: Part, { name, title }: Pick<CaseStudyDto, 'name' | 'title'>): string {
  const labels: Record<Part, string> = {
    text: `A text about “${title}”`,
    name: `The name ${name}, and a link to you`,
    pictures: 'Pictures of the work, also with your logo',
    figures: 'Figures: what it changed, and what it cost',
    quotation: 'A quotation of yours',
  };
  return labels[part];
}
