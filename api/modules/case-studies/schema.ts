import { z } from 'zod';
import { optionalText } from '../../platform/http/text-schema.ts';
import { PARTS } from './rules.ts';
import { MAX_WORDS, WORDS_LONG } from './texts.ts';

const parts = z
  .array(z.enum(PARTS, 'Please choose parts of the case study.'))
  .max(PARTS.length)
  .transform((chosen) => PARTS.filter((part) => chosen.includes(part)));

export const answerBody = z.object({
  parts,
  /** May be empty when the words of the review are meant. */
  words: optionalText(MAX_WORDS, WORDS_LONG).default(''),
});

export const withdrawBody = z.object({ parts });

export type Answer = z.output<typeof answerBody>;
