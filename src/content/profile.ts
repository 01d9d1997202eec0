export const profile = {
  name: 'Vihaan Yadav',
  handle: '@vihaan_yadav',
  monogram: 'VY',
  role: 'MERN Stack Developer',
  tagline: 'Web solutions builder',
  heroSentence:
    'I design, build and run web applications for small teams: quick to load, easy to change, ' +
    'and yours from the first commit.',
  location: 'Pune, India',
  country: 'India',
  from: 'India',
  languages: [
    { name: 'English', level: 'Fluent' },
    { name: 'Hindi', level: 'Native' },
    { name: 'Marathi', level: 'Native' },
  ],
  about: [
    'I am a full-stack developer in Pune. Most of my work is with MongoDB, Express.js, React ' +
      'and Node.js, and where a plain website or WordPress serves you better, I build that ' +
      'instead. My customers are mostly small companies, schools, clinics and shops, and teams ' +
      'that need one more pair of careful hands.',
    'I start with questions and a short written scope. You then see a working version every ' +
      'week, on a link you can open yourself, and you always know what comes next. I write tests ' +
      'for the parts that would hurt if they broke, and I check that things work with a ' +
      'keyboard, on a small phone and on a slow connection.',
    'When we are done, the code, the domain and the accounts are in your name, with a few ' +
      'pages on how to run everything. Many customers come back for the next thing, and none of ' +
      'them have to.',
  ],
  memberSince: '2021',
  avgResponseHours: 2,
  lastDelivery: '1 week',
  lastOnline: 'Online most days, 10 am to 8 pm IST',
  email: 'hello@vyadav.example',
  portrait: { alt: 'Drawn portrait of Vihaan Yadav' },
};
