import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'speed-rescue',
  title: 'Speed rescue: find out why your site is slow and fix what matters',
  description: `<p>A slow site usually has three or four real causes and a long list of harmless
warnings. I measure first, fix the causes, and show you the difference on the
same pages with the same method. No plugin that promises 100 points, no tricks
for the test tool.</p>
<h3>What I look at</h3>
<ul>
<li><strong>What visitors feel:</strong> the time until the main content is
there (LCP), the delay after a tap (INP) and how much the page jumps (CLS)</li>
<li>Pictures and videos: format, size, and whether they load before they are
needed</li>
<li>Scripts: what you load, who asked for it, and what happens without it</li>
<li>Fonts, caching, compression and the server’s first answer</li>
<li>Slow database queries, when I have access to the server</li>
</ul>
<h3>How it works</h3>
<ol>
<li>You give me the address and, for fixes, access to a staging copy or the
repository.</li>
<li>I measure on a mid-range Android phone over a slowed-down connection, five
runs per page, and note the middle value.</li>
<li>You receive a list ordered by <em>gain per hour of work</em>. In every plan
I then fix from the top downwards.</li>
<li>I measure again and send both sets of numbers, including anything that did
not improve.</li>
</ol>
<h3>Honest limits</h3>
<p>If your page carries eleven marketing tags, somebody at your company has to
decide which ones stay. If your host needs two seconds to answer, the best fix
may be to move, and I will say that before touching anything. Changes are small,
separate commits that can be taken back one by one.</p>
<p>This works for WordPress, WooCommerce, React, Next.js and plain sites.
<strong>Wix, Squarespace and similar builders give me too little
access</strong>, so please do not order for those.</p>`,
  technologies: ['WordPress', 'PHP', 'React', 'Next.js', 'Node.js', 'Redis'],
  pictures: [
    'Two filmstrips of the same page loading: the upper one blank for four frames, the lower ' +
      'one complete in the second',
    'Bar chart of loading times before and after for five pages, with the largest drop from ' +
      '6.8 to 1.9 seconds',
    'Network waterfall with three long bars marked by notes that name the picture, script ' +
      'and font behind them',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'Diagnosis and first fixes',
      price: 5999,
      shortDescription: 'Up to three page types measured, the two biggest causes fixed.',
      deliveryDays: 3,
      revisionCount: 1,
      adds: [
        'Measurement on a real mid-range phone',
        'Report ordered by gain',
        'Picture and font fixes',
        'Cache and compression set-up',
        'Before and after numbers',
      ],
      size: 'Up to 3 page types',
    },
    {
      planType: 'Standard',
      title: 'The full treatment',
      price: 11999,
      shortDescription:
        'Up to six page types, scripts untangled, everything worthwhile on the list fixed.',
      deliveryDays: 5,
      revisionCount: 2,
      adds: ['Script clean-up', 'Third-party tag review'],
      size: 'Up to 6 page types',
    },
    {
      planType: 'Premium',
      title: 'Front and back',
      price: 21999,
      shortDescription:
        'Adds the server: slow queries, object cache, CDN, and a month of watching the numbers.',
      deliveryDays: 9,
      revisionCount: 3,
      adds: ['Database, CDN and 30-day monitoring'],
      size: 'Up to 12 page types',
    },
  ],
  extras: [
    {
      name: 'Extra page type',
      description: 'One more template measured and fixed, such as a product or article page.',
      price: 1500,
    },
    {
      name: 'Move to a faster host',
      description: 'Site, database and mail settings moved at night, with a way back.',
      price: 5500,
    },
    {
      name: 'Speed budget in your build',
      description: 'A check that fails your build when a page grows past the agreed size.',
      price: 3500,
    },
    {
      name: 'Priority delivery support',
      description: 'Start within 24 hours, weekends included.',
      price: 2500,
    },
  ],
  faq: [
    {
      question: 'Will I get 100 in PageSpeed?',
      answer:
        'Maybe, but I do not work for the score. The aim is that real visitors fall into the ' +
        'green range: LCP under 2.5 seconds, INP under 200 milliseconds, CLS under 0.1.',
    },
    {
      question: 'What if it does not get faster?',
      answer:
        'If I find nothing that I can improve in a way you would notice, I tell you after the ' +
        'measurement and you get your money back in full.',
    },
    {
      question: 'Can something break?',
      answer:
        'It can, which is why I work on a staging copy, in small steps, and ask you to click ' +
        'through the important paths before it goes live.',
    },
    {
      question: 'When will Google show the better numbers?',
      answer:
        'Search Console uses the visits of the last 28 days, so the change appears gradually ' +
        'over about four weeks.',
    },
  ],
};
