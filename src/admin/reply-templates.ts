/** Texts that the owner can insert into a delivery's message. */
export const REPLY_TEMPLATES = [
  {
    name: 'First version',
    text: 'Here is the first version. Please look at it on your phone too, and tell me everything you notice in one go: that makes the next round short.',
  },
  {
    name: 'Revised',
    text: 'Your changes are in. What was asked for is done; anything that I did differently is explained below.',
  },
  {
    name: 'Handover',
    text: 'Everything is yours now: the code, the accounts and a short guide. The guide says how to change texts and pictures without me.',
  },
] as const;
