import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'business-website',
  title: 'A business website you can edit yourself, built to load fast',
  description: `<p>This is the site most small companies need: a clear home page, a page for
what you do, a page for who you are, and a contact form that reaches your inbox.
I design it in Figma, build it in Astro, and hand over something you own
completely.</p>
<h3>What you get</h3>
<ul>
<li><strong>Plain pages that open quickly.</strong> They are served as
ready-made HTML, so a visitor on a three-year-old phone and a weak connection
still reads your address within a second or two.</li>
<li><strong>A form that works.</strong> Messages arrive by e-mail, with spam
filtered before it reaches you.</li>
<li><strong>Search basics done properly.</strong> Titles, descriptions, a
sitemap, your business details as structured data, and correct previews when
somebody shares a link.</li>
<li><strong>Your accounts, your name.</strong> Domain, hosting and code are
registered to you, not to me.</li>
</ul>
<h3>How we work</h3>
<ol>
<li>You answer a short questionnaire about your business, your customers and
sites you like.</li>
<li>I send a design of the home page. We settle it before I write any code.</li>
<li>I build on a private link that you can open at any time and comment on.</li>
<li>We go live together, and I show you how to change texts and pictures.</li>
</ol>
<h3>What I need from you</h3>
<p>A logo if you have one, the facts about your business, and photographs. If
the texts are not ready, send notes or a voice message in English, Hindi or
Marathi: I can start from those. The delivery time counts from the day I have
<em>enough to begin</em>, and I tell you when that is.</p>`,
  technologies: ['Astro', 'TypeScript', 'Tailwind CSS', 'Figma', 'Vercel'],
  pictures: [
    'Home page of an interior design studio in a browser window, with the phone version in ' +
      'front and both widths measured',
    'Three phones with an electrician’s site: home page with a call button, list of services ' +
      'with prices, request form',
    'A dentist’s page split down the middle: wireframe on the left, finished page on the ' +
      'right',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'Small and tidy',
      price: 14999,
      shortDescription:
        'Three pages and a contact form, designed from one of my own layouts in your colours.',
      deliveryDays: 7,
      revisionCount: 2,
      adds: [
        'Responsive design for phone, tablet and desktop',
        'Contact form with spam filter',
        'Basic on-page SEO and sitemap',
        'Set-up on your domain with HTTPS',
        'Source code handed over',
      ],
      size: 'Up to 3 pages',
    },
    {
      planType: 'Standard',
      title: 'The full company site',
      price: 27999,
      shortDescription:
        'Up to eight pages with a design made for you and a simple editor for texts and pictures.',
      deliveryDays: 12,
      revisionCount: 3,
      adds: ['Custom design in Figma', 'Content editor for your team'],
      size: 'Up to 8 pages',
    },
    {
      planType: 'Premium',
      title: 'Site, blog and two languages',
      price: 49999,
      shortDescription:
        'Up to sixteen pages, a blog, a second language and five rounds of changes.',
      deliveryDays: 20,
      revisionCount: 5,
      adds: ['Blog and second language'],
      size: 'Up to 16 pages',
    },
  ],
  extras: [
    {
      name: 'Extra page',
      description: 'One more page in the same design, texts supplied by you.',
      price: 1800,
    },
    {
      name: 'Copywriting per page',
      description: 'I turn your notes into about 300 words of finished English text.',
      price: 1200,
    },
    {
      name: 'Logo clean-up',
      description: 'Your existing logo redrawn as a sharp vector, in light and dark versions.',
      price: 1500,
    },
    {
      name: 'Hindi translation',
      description: 'Translation of up to five pages, read over by a second native speaker.',
      price: 4500,
    },
    {
      name: 'Priority delivery support',
      description:
        'Your site goes to the front of my queue and I answer within the hour on working days.',
      price: 3500,
    },
  ],
  faq: [
    {
      question: 'Do I need to buy hosting first?',
      answer:
        'No. For sites of this size a free or very cheap hosting plan is enough. We set up the ' +
        'account in your name during the project, and I tell you what it will cost before you ' +
        'agree to anything.',
    },
    {
      question: 'What does the site cost to run each year?',
      answer:
        'A .in or .com domain, usually between ₹700 and ₹1,400, and e-mail if you want addresses ' +
        'on your domain. Hosting is often free at this size. There is no fee to me.',
    },
    {
      question: 'Can I edit the site without you?',
      answer:
        'With Standard and Premium, yes: texts, pictures and blog posts are changed in a simple ' +
        'editor. With Basic, changes go through code, so most people send me small edits or ' +
        'choose the bigger plan.',
    },
    {
      question: 'What counts as a revision?',
      answer:
        'One collected list of changes to what we agreed. Ten small corrections in one message ' +
        'are one revision. A new section that was never discussed is an extra page.',
    },
    {
      question: 'Will it be first on Google?',
      answer:
        'Nobody can promise that. I make sure search engines can read the site, that it is fast ' +
        'and that your details are consistent. Ranking then depends on your competition and on ' +
        'what you publish.',
    },
  ],
};
