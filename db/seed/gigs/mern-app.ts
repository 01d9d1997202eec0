import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'mern-app',
  title: 'A complete MERN web app, from the first sketch to a running server',
  description: `<p>You have a process that lives in spreadsheets, or an idea for a product that
people would log in to. I build the whole thing: the screens in
<strong>React</strong>, the server in <strong>Node.js and Express.js</strong>,
the data in <strong>MongoDB</strong>, and the deployment that keeps it
running.</p>
<h3>Typical work</h3>
<ul>
<li>Booking and appointment systems with calendars and reminders</li>
<li>Internal tools: stock, staff, approvals, reports</li>
<li>Member areas and customer portals with different roles</li>
<li>First versions of a product that you want to show to paying users</li>
</ul>
<h3>How the weeks run</h3>
<ol>
<li><strong>Scope.</strong> We write down what the first version does, screen by
screen, and also what it does not do. You sign off a list of at most two
pages.</li>
<li><strong>Click-through.</strong> You get a prototype in Figma to try with two
or three real users.</li>
<li><strong>Build.</strong> Every Friday there is a working version on a test
address and a short note: done, next, blocked.</li>
<li><strong>Launch.</strong> I move it to your server, check the backups by
restoring one, and write down how everything is operated.</li>
</ol>
<h3>What I take seriously</h3>
<p>Permissions are checked on the server, not only hidden on the screen.
Passwords are hashed, sessions can be ended, payments are verified with the
provider. The important paths have automated tests, so that a change in six
months does not quietly break signing in.</p>
<p>Please <em>write to me before ordering</em> if you are not sure about the
size. I would rather tell you that Standard is enough, or that your idea needs
more than Premium, than find out in week three.</p>`,
  technologies: ['React', 'Node.js', 'Express.js', 'MongoDB', 'TypeScript', 'Redis', 'Docker'],
  pictures: [
    'Three stacked layers of one application: an orders screen in React, Express on Node.js ' +
      'below it, MongoDB at the base',
    'Subscription dashboard with monthly revenue, active plans and churn, a revenue chart ' +
      'and the latest charges',
    'Task board with columns To do, In work and Review, and a live chat window in front of it',
    'Diagram of four linked data tables beside the code that places an order and a passing ' +
      'test run',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'First working version',
      price: 44999,
      shortDescription:
        'One kind of user, one core process, up to six screens. Enough to test an idea for real.',
      deliveryDays: 21,
      revisionCount: 2,
      adds: [
        'React front end and Express API',
        'MongoDB data model and set-up',
        'Sign-up, sign-in and password reset',
        'Responsive screens',
        'Deployment to your server',
      ],
      size: 'Up to 6 screens',
    },
    {
      planType: 'Standard',
      title: 'Product with roles',
      price: 84999,
      shortDescription:
        'Several user roles, an admin dashboard and online payment, up to fourteen screens.',
      deliveryDays: 32,
      revisionCount: 4,
      adds: ['User roles and admin dashboard', 'Razorpay payments'],
      size: 'Up to 14 screens',
    },
    {
      planType: 'Premium',
      title: 'Ready to grow',
      price: 149000,
      shortDescription:
        'Live updates, automated tests and monitoring on top, up to twenty-six screens.',
      deliveryDays: 45,
      revisionCount: 6,
      adds: ['Live updates, tests and monitoring'],
      size: 'Up to 26 screens',
    },
  ],
  extras: [
    {
      name: 'Extra screen',
      description: 'One more screen with its API, of the same difficulty as the agreed ones.',
      price: 4500,
    },
    {
      name: 'Data import',
      description:
        'Your existing Excel or CSV data cleaned, checked and brought into the new system.',
      price: 7500,
    },
    {
      name: 'Installable on phones (PWA)',
      description:
        'Home-screen icon, offline start page and push notifications where the phone allows them.',
      price: 9500,
    },
    {
      name: 'Hindi or Marathi interface',
      description:
        'The whole interface in a second language, with a switch that remembers the choice.',
      price: 12000,
    },
    {
      name: 'One month of care',
      description: 'Updates, backups watched, up to six hours of small changes after handover.',
      price: 11000,
    },
    {
      name: 'Priority delivery support',
      description: 'A fixed call twice a week and answers within the hour on working days.',
      price: 8000,
    },
  ],
  faq: [
    {
      question: 'Can I pay in parts?',
      answer:
        'Yes. Choose Milestone Payment at checkout: half when you order, half when the work is ' +
        'ready for handover.',
    },
    {
      question: 'Who owns the code?',
      answer:
        'You do, once the order is paid in full. You get the repository with its whole history. ' +
        'Open-source libraries inside it keep their own licences, which I list for you.',
    },
    {
      question: 'Why MongoDB and not PostgreSQL?',
      answer:
        'MongoDB suits data whose shape still changes. If your app is mostly accounting, stock ' +
        'or anything with strict relations, I will suggest PostgreSQL, and the price stays the ' +
        'same.',
    },
    {
      question: 'Can you take over a half-finished app?',
      answer:
        'Often. I first read the code for a fixed fee of ₹6,000, which is credited if we ' +
        'continue. About one in three I advise to rewrite, and I explain why in writing.',
    },
    {
      question: 'What will hosting cost me?',
      answer:
        'A small app with a few hundred daily users runs on a server of about ₹500 to ₹1,500 a ' +
        'month. I plan for that, and tell you early if your case needs more.',
    },
    {
      question: 'Do you build native mobile apps?',
      answer:
        'No. I build web apps that work well on phones and can be installed to the home screen. ' +
        'If you need the app stores from day one, you want another developer.',
    },
  ],
};
