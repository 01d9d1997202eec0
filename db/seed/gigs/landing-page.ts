import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'landing-page',
  title: 'One landing page that says what you offer and collects enquiries',
  description: `<p>One page, one offer, one thing to do. Good for an advertisement, a workshop,
a new product, a property, or a service you want to try out before you pay for a
whole website.</p>
<h3>What makes a page like this work</h3>
<ul>
<li>The first screen says what it is, for whom, and what it costs or how to find
out.</li>
<li>Proof follows: figures, photographs, names of people who agreed to be
named.</li>
<li>Questions are answered before they are asked, in the words your customers
use.</li>
<li>The form asks for as little as you need to call back.</li>
</ul>
<h3>How I build it</h3>
<p>By hand, in <strong>Astro and Tailwind CSS</strong>, without a page builder.
A typical page weighs less than 300 KB including pictures and is readable in
about a second on mobile data. That matters when you pay for every click. It
works without JavaScript, and the form tells people clearly whether their
message was sent.</p>
<h3>What happens when</h3>
<ol>
<li>You fill in a one-page brief. If you get stuck, we do it together in a call
of twenty minutes.</li>
<li>On the first or second day I send a draft with real text, not dummy text,
because the words decide the layout.</li>
<li>You comment once or twice, and I finish the details.</li>
<li>We connect your domain and send a test enquiry to your inbox.</li>
</ol>
<p>I do <em>not</em> invent testimonials, countdowns or numbers. If you have no
customers yet, we show the work itself, and that is usually enough. The page can
later grow into a full site: the code is the same that I use for business
websites, so nothing is thrown away.</p>`,
  technologies: ['Astro', 'Tailwind CSS', 'TypeScript', 'Vercel'],
  pictures: [
    'Long landing page for a pottery workshop shown in full height, with its sections marked ' +
      'by small labels',
    'Phone screen with a short enquiry form next to the e-mail that arrives when it is sent',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'One page, ready layout',
      price: 4999,
      shortDescription:
        'Up to five sections in one of my layouts, with your texts, colours and pictures.',
      deliveryDays: 3,
      revisionCount: 1,
      adds: [
        'Responsive page',
        'Enquiry form to your inbox',
        'Set-up on your domain with HTTPS',
        'Search and sharing previews',
        'Source code handed over',
      ],
      size: 'Up to 5 sections',
    },
    {
      planType: 'Standard',
      title: 'One page, your own design',
      price: 8999,
      shortDescription:
        'Up to eight sections, designed for your offer, with the texts edited by me.',
      deliveryDays: 5,
      revisionCount: 2,
      adds: ['Custom design', 'Text editing'],
      size: 'Up to 8 sections',
    },
    {
      planType: 'Premium',
      title: 'Page with measurement',
      price: 15999,
      shortDescription:
        'Up to twelve sections, two variants to compare, visitor counts without cookies.',
      deliveryDays: 8,
      revisionCount: 3,
      adds: ['Second variant and cookie-free statistics'],
      size: 'Up to 12 sections',
    },
  ],
  extras: [
    {
      name: 'Extra section',
      description: 'One more section, for example prices, team or questions.',
      price: 700,
    },
    {
      name: 'Hindi translation',
      description: 'The whole page in Hindi, with a language switch.',
      price: 2000,
    },
    {
      name: 'Logo clean-up',
      description: 'Your existing logo redrawn as a sharp vector, in light and dark versions.',
      price: 1500,
    },
    {
      name: 'Online payment button',
      description: 'A Razorpay button for one fixed amount, such as a course fee.',
      price: 2500,
    },
    {
      name: 'Priority delivery support',
      description: 'Front of the queue, and answers within the hour on working days.',
      price: 1200,
    },
  ],
  faq: [
    {
      question: 'Do I need my own domain?',
      answer:
        'It looks more serious, and a .in domain costs less than a dinner. Until you have one, ' +
        'the page can run on a free address from the host.',
    },
    {
      question: 'Where do the enquiries go?',
      answer:
        'To your e-mail. They can also be added to a Google Sheet, at no extra price, if you ' +
        'tell me before I start.',
    },
    {
      question: 'Can you write everything for me?',
      answer:
        'In Standard and Premium I edit your notes into finished text. I need facts from you: ' +
        'what, for whom, price, place, dates. I do not make them up.',
    },
    {
      question: 'Is it good for Google Ads?',
      answer:
        'Yes. It loads fast and shows the offer at once, which helps both visitors and ad costs. ' +
        'I do not run the campaigns themselves.',
    },
  ],
};
