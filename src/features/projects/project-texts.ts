import type { ProjectDto } from '../../../api/modules/catalog/projects/kind.ts';
import { duration, rupees } from '../../lib/format.ts';

const CHARACTERS = 80;
const TAGS = 2;

export const textPreview = (text: string): string =>
  text.length <= CHARACTERS ? text : `${text.slice(0, CHARACTERS).trimEnd()}…`;

export const firstTags = (tech: string[]): string[] =>
  tech.length <= TAGS ? tech : [...tech.slice(0, TAGS), `+${tech.length - TAGS}`];

type Fact = 'priceRange' | 'timeframe' | 'type';
type Project = { [Name in Fact]?: ProjectDto[Name] | undefined };

export const priceRange = ({ priceRange: range }: Project): string =>
  range ? `${rupees(range.min)}–${rupees(range.max)}` : '';

export const timeSpent = ({ timeframe }: Project): string =>
  timeframe ? duration(timeframe.start, timeframe.end) : '';

/** What the popup lists below the text; what is not given is ''. */
export const projectFacts = (project: Project): [name: string, value: string][] => [
  ['Price range', priceRange(project)],
  ['Duration', timeSpent(project)],
  ['Industry', project.type ?? ''],
];

/** The three parts of the popup. What is not given is ''; a text alone needs no heading. */
export function popupTexts({ desc, problem = '', result = '' }: PopupTexts) {
  const built = problem || result ? 'What was built' : '';
  return [
    ['problem', 'The problem', problem],
    ['text', built, desc],
    ['result', 'The result', result],
  ] as const;
}

type PopupTexts = Pick<ProjectDto, 'desc' | 'problem' | 'result'>;

export const contactHref = (mailto: string, { title }: { title: string }): string =>
  `${mailto}?subject=${encodeURIComponent(`About “${title}”`)}`;
