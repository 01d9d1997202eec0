export const customersSay =
  'Customers describe careful planning, plain answers and work that matches the description. ' +
  'Many mention weekly working versions, tidy code and pages that open quickly on ordinary ' +
  'phones. Several note that Vihaan says openly what a plan does not cover. Critical reviews are ' +
  'mostly about timing: a few deliveries took longer than planned, and some buyers wished they ' +
  'had chosen a different plan size.';

export const overviewCards = [
  {
    title: 'MERN Stack',
    text:
      'Complete applications with MongoDB, Express.js, React and Node.js: bookings, portals, ' +
      'dashboards and the admin screens behind them.',
  },
  {
    title: 'Full Stack Development',
    text:
      'Database, server, interface and deployment from one person, so nothing gets lost between ' +
      'teams and one address answers your questions.',
  },
  {
    title: 'Web Development',
    text:
      'Websites and front ends in Astro, Next.js and React that load fast, work with a keyboard ' +
      'and read well on a small phone.',
  },
  {
    title: 'WordPress Development',
    text:
      'Slim custom themes and WooCommerce shops that editors enjoy using, with few plugins, ' +
      'tested backups and clean addresses.',
  },
];
