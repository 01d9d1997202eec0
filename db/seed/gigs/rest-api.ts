import type { SeedGig } from '../types.ts';

export const gig: SeedGig = {
  slug: 'rest-api',
  title: 'A REST API in Node.js with documentation, tests and sane errors',
  description: `<p>A good API is boring: the names are consistent, the errors explain
themselves, and nothing surprising happens when two people press the same
button. I write that kind of API in <strong>Node.js and TypeScript</strong>,
with Express.js and the database that suits your data.</p>
<h3>Every endpoint comes with</h3>
<ul>
<li>Input checked against a schema, with an answer that says which field is
wrong</li>
<li>Permissions decided on the server for the signed-in person, so that changing
an id in the address reveals nothing</li>
<li>Correct status codes and one error format for the whole API</li>
<li>Paging and limits on lists, so that the ten-thousandth row does not
hurt</li>
<li>An entry in the OpenAPI document, with an example you can run</li>
</ul>
<h3>The way there</h3>
<ol>
<li>We write the contract first: resources, fields, who may do what. You approve
it before I start.</li>
<li>I set up the project, the database migrations and a test environment you can
call from day two.</li>
<li>Endpoints arrive in small groups, each with tests that start the real server
and a real database.</li>
<li>I deploy with you, set up logs and health checks, and hand over a short
operations guide.</li>
</ol>
<h3>Integrations</h3>
<p>I have connected Razorpay, courier services, SMS and e-mail providers, Google
sign-in and a good number of ERPs that only speak CSV. <strong>Webhooks are
verified and safe to receive twice</strong>, because providers do send them
twice.</p>
<p>An <em>endpoint</em> here is one method on one path. A simple resource with
list, read, create, change and delete is five of them. If your existing API
needs repair rather than a new one, send me the repository first.</p>`,
  technologies: ['Node.js', 'Express.js', 'TypeScript', 'PostgreSQL', 'MongoDB', 'Redis', 'Docker'],
  pictures: [
    'API documentation page with a list of endpoints on the left and a request with its JSON ' +
      'response on the right',
    'Terminal with a green test run beside a diagram of client, API, cache and database',
  ],
  plans: [
    {
      planType: 'Basic',
      title: 'One clear job',
      price: 12999,
      shortDescription: 'Up to eight endpoints on one database, documented and deployed.',
      deliveryDays: 6,
      revisionCount: 2,
      adds: [
        'TypeScript source with migrations',
        'Input validation and one error format',
        'OpenAPI documentation',
        'Tests against a real database',
        'Deployment with Docker',
      ],
      size: 'Up to 8 endpoints',
    },
    {
      planType: 'Standard',
      title: 'Back end for an app',
      price: 26999,
      shortDescription: 'Up to twenty endpoints with sign-in, roles and file upload.',
      deliveryDays: 12,
      revisionCount: 3,
      adds: ['Sign-in, roles and rate limits', 'File upload'],
      size: 'Up to 20 endpoints',
    },
    {
      planType: 'Premium',
      title: 'Back end for a business',
      price: 54999,
      shortDescription:
        'Up to forty-five endpoints, outside services, background jobs and monitoring.',
      deliveryDays: 21,
      revisionCount: 5,
      adds: ['Integrations, jobs and monitoring'],
      size: 'Up to 45 endpoints',
    },
  ],
  extras: [
    {
      name: 'Five more endpoints',
      description: 'One further resource with list, read, create, change and delete.',
      price: 5500,
    },
    {
      name: 'Payment provider',
      description: 'Razorpay orders, signature checks, webhooks and refunds.',
      price: 7000,
    },
    {
      name: 'Data migration',
      description: 'Your old data moved by a script that can be rehearsed and repeated.',
      price: 6500,
    },
    {
      name: 'Typed client',
      description:
        'A TypeScript client package generated from the contract, for your front-end team.',
      price: 3500,
    },
  ],
  faq: [
    {
      question: 'Do you also do GraphQL?',
      answer:
        'I can, but for most teams I advise against it. REST with a good contract is easier to ' +
        'cache, to secure and to hand to the next developer.',
    },
    {
      question: 'Which database should I choose?',
      answer:
        'PostgreSQL unless there is a reason against it. MongoDB when documents vary a lot or ' +
        'your team already runs it. I write down the reason with the contract.',
    },
    {
      question: 'How many requests can it take?',
      answer:
        'On a small server a typical read endpoint handles a few hundred requests per second. If ' +
        'your numbers are higher, I measure with your data and show you the result instead of ' +
        'promising.',
    },
    {
      question: 'Where will it run?',
      answer:
        'Anywhere that runs a container: DigitalOcean, AWS, Render or your own machine. The ' +
        'account is yours.',
    },
    {
      question: 'Do you maintain it afterwards?',
      answer:
        'Faults in what I delivered are fixed free for 60 days. After that I work by the order ' +
        'or on a small monthly arrangement, whichever you prefer.',
    },
  ],
};
