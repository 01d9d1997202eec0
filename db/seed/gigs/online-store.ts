import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'online-store',
  title: 'An online store with Razorpay, stock and shipping set up properly',
  description: `<p>A shop is easy to put online and hard to run. I build stores around the work
that comes <em>after</em> the order: packing it, printing the invoice, keeping
the stock count right, and answering the customer who asks where the parcel
is.</p>
<h3>Two ways to build it</h3>
<p>For most sellers I use <strong>WooCommerce</strong>, because staff learn it
quickly and it does what a shop of up to a few thousand products needs. If you
want a store that is faster or more unusual, I build it with
<strong>Next.js</strong> and a database of its own. We decide together, before
the work starts.</p>
<h3>Included in every plan</h3>
<ul>
<li>Product pages with variants such as size, weight or colour</li>
<li>Cart and checkout in as few steps as the law and the courier allow</li>
<li>UPI, cards and net banking through your own Razorpay account</li>
<li>GST rates per product and invoices with your GSTIN</li>
<li>Order mails that name your shop, not the software</li>
</ul>
<h3>How it goes</h3>
<ol>
<li>You send a product sheet. I provide the template, and it is an ordinary
spreadsheet.</li>
<li>I set up the store on a test address with ten of your products, so that you
see real pages early.</li>
<li>We place test orders together: paid, failed, cancelled and refunded.</li>
<li>The rest of the products go in, the domain is switched, and I stay close for
the first real orders.</li>
</ol>
<p>I do not take a share of your sales, and I do not keep your payment account.
The money goes from your customer to Razorpay to your bank.</p>`,
  technologies: ['WooCommerce', 'WordPress', 'Next.js', 'PostgreSQL', 'Razorpay', 'Tailwind CSS'],
  pictures: [
    'Store front with a grid of products, filters on the left and a shopping cart open on ' +
      'the right',
    'Two phone screens of a checkout: delivery address first, then the choice between UPI ' +
      'and card',
    'Order management screen with a packing list, stock levels and a bar chart of sales per ' +
      'day',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'Open the shop',
      price: 24999,
      shortDescription: 'A clean store with up to 30 products, payment and GST invoices.',
      deliveryDays: 12,
      revisionCount: 2,
      adds: [
        'Responsive store design',
        'Razorpay: UPI, cards, net banking',
        'GST rates and invoices',
        'Stock counted per variant',
        'One-hour training call',
      ],
      size: 'Up to 30 products entered',
    },
    {
      planType: 'Standard',
      title: 'Run the shop',
      price: 44999,
      shortDescription: 'Up to 120 products, courier rates, coupons and customer accounts.',
      deliveryDays: 18,
      revisionCount: 3,
      adds: ['Courier rates and tracking mails', 'Coupons and customer accounts'],
      size: 'Up to 120 products entered',
    },
    {
      planType: 'Premium',
      title: 'Grow the shop',
      price: 79999,
      shortDescription: 'Custom design, fast search, sales reports and up to 400 products.',
      deliveryDays: 28,
      revisionCount: 5,
      adds: ['Custom design, search and reports'],
      size: 'Up to 400 products entered',
    },
  ],
  extras: [
    {
      name: '25 more products',
      description: 'Entered from your sheet, with variants and pictures.',
      price: 2500,
    },
    {
      name: 'Picture clean-up, 20 photos',
      description: 'Background removed, colours evened out, cut to one format.',
      price: 3000,
    },
    {
      name: 'WhatsApp order messages',
      description: 'Order received, shipped and delivered, through your WhatsApp Business account.',
      price: 6500,
    },
    {
      name: 'Hindi translation',
      description: 'Store interface, policies and up to 30 product texts.',
      price: 8000,
    },
    {
      name: 'Priority delivery support',
      description: 'Front of the queue, and a call on the evening of your launch.',
      price: 5000,
    },
  ],
  faq: [
    {
      question: 'Do I need a company to use Razorpay?',
      answer:
        'No, sole proprietors can register too. You need a PAN, a bank account and, for some ' +
        'categories, a licence such as FSSAI. Approval is up to Razorpay and usually takes a few ' +
        'working days, so please apply early.',
    },
    {
      question: 'What does each payment cost?',
      answer:
        'Razorpay charges a fee per transaction, which depends on the method and your plan with ' +
        'them. I take nothing. Please check their current price list before you set your margins.',
    },
    {
      question: 'Can I offer cash on delivery?',
      answer:
        'Yes. I can limit it by PIN code and order value, which helps against refused parcels.',
    },
    {
      question: 'Can you move my shop from another platform?',
      answer:
        'Products, customers and order history can usually be moved. Passwords cannot, so ' +
        'customers set a new one. Tell me which platform and roughly how many products, and I ' +
        'quote a fixed price.',
    },
    {
      question: 'Who writes the return and privacy policies?',
      answer:
        'I give you clear templates for an Indian shop and fill in your details. I am not a ' +
        'lawyer, so have somebody qualified read them once.',
    },
  ],
};
