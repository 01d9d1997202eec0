export const UNKNOWN_GIG = 'There is no such gig.';

/** The 'Get to know' block: fixed text, the same on every gig (spec §1). */
export const SELLER = {
  from: 'India',
  since: '2021',
  AvgResponseT: 2,
  Languages: ['English', 'Hindi', 'Marathi'],
  AboutMe:
    'I am a full-stack developer from Pune. I plan before I build, keep you posted while I do, and hand over code that the next developer will thank you for.',
};
