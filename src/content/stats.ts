export const statsHeading = 'Built for developers By developers';

export const statsSubheading =
  'Built for modern product teams. From next-gen startups to established enterprises.';

export const counters = [
  { target: 100, suffix: '+', caption: 'Clients / Year' },
  { target: 22, suffix: '+', caption: 'Project Completed' },
  { target: 95, suffix: '', caption: 'Reviews / Year' },
];
