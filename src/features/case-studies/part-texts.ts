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
