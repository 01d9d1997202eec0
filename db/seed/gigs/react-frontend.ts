import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'react-frontend',
  title: 'React front end from your Figma design, typed, tested and accessible',
  description: `<p>You have a design and perhaps an API; you need somebody to turn them into a
front end that other developers will not curse. I write <strong>React with
TypeScript</strong>, in small components, with names that match your design.</p>
<h3>What I deliver</h3>
<ul>
<li>Components that follow your Figma spacing, type and colours through tokens,
so that one change in the palette is one change in the code</li>
<li>Every state, not only the pretty one: loading, empty, error, very long
names, no permission</li>
<li>Keyboard operation and screen-reader labels, checked by hand and with
axe</li>
<li>Server data through one typed client, with caching and retries where they
make sense</li>
<li>A README that lets a new colleague start the project in five minutes</li>
</ul>
<h3>How I work with your team</h3>
<p>I open one pull request per screen, small enough to be reviewed over a cup of
tea. I follow your lint rules and branch names. If your API is not ready, I
build against a mock that follows your contract and replace it when the real one
arrives.</p>
<ol>
<li>I read the design and send back questions: what happens with forty items,
what does the button say while saving?</li>
<li>I build the shared pieces first, then the screens.</li>
<li>You review on preview links. Comments are fixed in the same pull
request.</li>
</ol>
<h3>What this is not</h3>
<p>This gig does not include a back end or the design itself. If you only have a
sketch on paper, that is fine: add the <em>Design in Figma</em> extra and I draw
the screens first. A screen here means one route with its states. A dialog or a
menu belongs to the screen that opens it and is not counted again.</p>`,
  technologies: ['React', 'TypeScript', 'Next.js', 'Tailwind CSS', 'Figma', 'Vercel'],
  pictures: [
    'A design file on the left and the finished React interface on the right, with matching ' +
      'measurements drawn between them',
    'Sheet of interface components: buttons, form fields, badges and a dialog, each in four ' +
      'states',
    'TypeScript component code beside the phone screen that it draws',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'A few screens',
      price: 11999,
      shortDescription: 'Up to three screens from your design, ready to merge.',
      deliveryDays: 6,
      revisionCount: 2,
      adds: [
        'React components in TypeScript',
        'Responsive from 360 px upwards',
        'Loading, empty and error states',
        'Keyboard and screen-reader support',
        'Preview links for review',
      ],
      size: 'Up to 3 screens',
    },
    {
      planType: 'Standard',
      title: 'A working front end',
      price: 24999,
      shortDescription: 'Up to eight screens, connected to your API, with forms and sign-in.',
      deliveryDays: 12,
      revisionCount: 3,
      adds: ['API connection and forms', 'Component tests'],
      size: 'Up to 8 screens',
    },
    {
      planType: 'Premium',
      title: 'Front end with a system',
      price: 47999,
      shortDescription:
        'Up to eighteen screens, a documented component library, dark theme and browser tests.',
      deliveryDays: 20,
      revisionCount: 5,
      adds: ['Component library, dark theme, browser tests'],
      size: 'Up to 18 screens',
    },
  ],
  extras: [
    { name: 'Extra screen', description: 'One more route with all its states.', price: 3200 },
    {
      name: 'Design in Figma, per screen',
      description: 'I draw the screen for phone and desktop before I build it.',
      price: 2800,
    },
    {
      name: 'Second language',
      description: 'Texts moved into language files, with dates and numbers formatted per region.',
      price: 5500,
    },
    {
      name: 'Priority delivery support',
      description:
        'I join your stand-up and answer in your team chat within the hour on working days.',
      price: 4000,
    },
  ],
  faq: [
    {
      question: 'Next.js or plain React?',
      answer:
        'Whatever you already use. For a new project: Next.js when pages must be found by search ' +
        'engines, plain React with Vite when everything sits behind a sign-in.',
    },
    {
      question: 'Can you work in our existing repository?',
      answer:
        'Yes, that is the normal case. I need read and branch access and somebody who can answer ' +
        'questions about the build.',
    },
    {
      question: 'How close to the design will it be?',
      answer:
        'Close enough that you can lay one over the other. Where a browser cannot do what the ' +
        'drawing shows, I say so and propose the nearest thing.',
    },
    {
      question: 'Do you write tests?',
      answer:
        'Component tests come with Standard and Premium, browser tests with Premium. In Basic I ' +
        'test by hand and tell you what I checked.',
    },
    {
      question: 'Which browsers do you support?',
      answer:
        'The current and previous versions of Chrome, Edge, Firefox and Safari, including Safari ' +
        'on the iPhone. Older ones by agreement.',
    },
  ],
};
