import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'wordpress-site',
  title: 'A WordPress site without page-builder bloat, easy for your team',
  description: `<p>WordPress is a good choice when several people write for the site and nobody
wants to learn something new. It turns slow and fragile when it is stacked with
a page builder and thirty plugins. I build it the other way round: <strong>a
small theme written for you, the standard block editor, and as few plugins as
possible</strong>.</p>
<h3>What that means in practice</h3>
<ul>
<li>Your editors see blocks named after your content, such as <em>Team
member</em>, <em>Price row</em> or <em>Event</em>, and cannot break the layout
by accident.</li>
<li>Usually four to seven plugins, all well maintained. You get the list with
the reason for each.</li>
<li>Automatic backups to a place outside the web host, tested once before
handover.</li>
<li>Sensible security: limited sign-in attempts, two-step sign-in for
administrators, automatic updates for security releases.</li>
</ul>
<h3>Steps</h3>
<ol>
<li>A call of half an hour about pages, editors and what annoys you today.</li>
<li>A design of two key pages, or a theme we choose together in the Basic
plan.</li>
<li>Build on a staging copy, never on your live site.</li>
<li>Moving old texts and pictures, with redirects so that existing links keep
working.</li>
<li>A recorded training call, so that the next colleague can watch it too.</li>
</ol>
<h3>Good to know</h3>
<p>I work on WordPress you host yourself, on any ordinary PHP host. I also
repair existing sites, but please <em>ask first</em>: some page-builder sites
cost more to untangle than to rebuild, and you should know that before you pay.
If I think WordPress is the wrong tool for you, I say so.</p>`,
  technologies: ['WordPress', 'PHP', 'Tailwind CSS', 'Figma'],
  pictures: [
    'Magazine-style home page in a browser, with the WordPress block editor for the same ' +
      'page beside it',
    'Block editor with a sidebar of custom blocks named Team member, Price row and Event',
    'Phone screen of an article page next to a checklist of backup, update and security ' +
      'settings',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'Clean start',
      price: 9999,
      shortDescription: 'A light, proven theme adjusted to your brand, up to five pages.',
      deliveryDays: 6,
      revisionCount: 2,
      adds: [
        'Responsive theme in your colours',
        'Standard block editor',
        'Backups and security set-up',
        'Contact form',
        'Recorded training call',
      ],
      size: 'Up to 5 pages',
    },
    {
      planType: 'Standard',
      title: 'Theme made for you',
      price: 18999,
      shortDescription: 'A custom theme with your own content blocks, up to ten pages and a blog.',
      deliveryDays: 10,
      revisionCount: 3,
      adds: ['Custom theme and content blocks', 'Old content moved with redirects'],
      size: 'Up to 10 pages',
    },
    {
      planType: 'Premium',
      title: 'Site for a whole team',
      price: 34999,
      shortDescription: 'Editor roles, two languages, events or listings, up to twenty-five pages.',
      deliveryDays: 16,
      revisionCount: 5,
      adds: ['Editor roles, listings, two languages'],
      size: 'Up to 25 pages',
    },
  ],
  extras: [
    {
      name: 'Extra page',
      description: 'One more page built from the existing blocks.',
      price: 1000,
    },
    {
      name: 'Newsletter sign-up',
      description: 'Form with double opt-in, connected to your mailing service.',
      price: 2500,
    },
    {
      name: 'Hindi translation',
      description: 'Translation of up to five pages, read over by a second native speaker.',
      price: 4500,
    },
    {
      name: 'Logo clean-up',
      description: 'Your existing logo redrawn as a sharp vector, in light and dark versions.',
      price: 1500,
    },
  ],
  faq: [
    {
      question: 'Can I keep using Elementor?',
      answer:
        'Yes, if your team depends on it, but I do not build new sites with it. The site will be ' +
        'heavier, and I cannot promise the same loading times.',
    },
    {
      question: 'Do you use paid plugins?',
      answer:
        'Only when the free way would be worse for you. You buy the licence in your own name, ' +
        'and I tell you the yearly price beforehand.',
    },
    {
      question: 'Will you work on my live site?',
      answer:
        'No. I make a staging copy, and we switch over when you have approved it. Your visitors ' +
        'see no half-finished pages.',
    },
    {
      question: 'What happens when WordPress updates?',
      answer:
        'Security updates install themselves. Bigger ones are best tried on the staging copy ' +
        'first; I leave a one-page guide for that.',
    },
    {
      question: 'My site was hacked. Can you help?',
      answer:
        'Usually, but not with this gig. Send me a message with the address and what your host ' +
        'says, and I will tell you honestly whether cleaning or rebuilding is cheaper.',
    },
  ],
};
