import type { SeedProject } from './types.ts';

export const projects: SeedProject[] = [
  {
    slug: 'hr-dashboard',
    title: 'Leave and attendance for a 240-person factory',
    description:
      'Leave requests, shifts and attendance on one screen, for a components factory near ' +
      'Chakan. Workers ask for leave on their phone in Marathi or Hindi, supervisors approve ' +
      'with one tap, and the biometric gates send their records every night. The shift rules, ' +
      'which nobody had ever written down, are a table of examples that the tests still use ' +
      'today.',
    industry: 'Manufacturing',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'TypeScript', 'Docker'],
    priceMinRupees: 120000,
    priceMaxRupees: 160000,
    startedOn: '2026-03-02',
    endedOn: '2026-06-19',
    postedOn: '2026-07-06',
    alt:
      'Dashboard with a month of attendance as a grid, shift colours and a panel of waiting ' +
      'leave requests',
  },
  {
    slug: 'clinic-booking',
    title: 'Appointment booking for a group of three clinics',
    description:
      'Patients book a doctor in under a minute, and the front desk sees every room live. The ' +
      'booking page shows free slots per doctor, sends a reminder by SMS, and lets people ' +
      'cancel until two hours before. At the desk a live day view replaces the paper register: ' +
      'walk-ins are squeezed in, delays are pushed to everybody waiting. Two people can never ' +
      'get the same slot.',
    industry: 'Healthcare',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'Socket.IO', 'Redis', 'Tailwind CSS'],
    priceMinRupees: 95000,
    priceMaxRupees: 130000,
    startedOn: '2025-09-08',
    endedOn: '2025-12-12',
    postedOn: '2026-04-06',
    alt:
      'Day view of three clinic rooms with coloured appointments, and a phone showing free ' +
      'slots of one doctor',
  },
  {
    slug: 'spice-store',
    title: 'Online store for a family spice business',
    description:
      'An online store for a third-generation spice seller from Satara, who wanted to sell ' +
      'beyond the weekly market: 86 products in several weights, a gift-box builder and GST ' +
      'invoices, with payment by UPI and card. Stock is counted in grams rather than packets, ' +
      'and roasting days are shown on the product page, so customers know how fresh the next ' +
      'batch will be.',
    industry: 'Retail',
    tech: ['WordPress', 'WooCommerce', 'PHP', 'Razorpay', 'Tailwind CSS'],
    priceMinRupees: 52000,
    priceMaxRupees: 68000,
    startedOn: '2025-06-16',
    endedOn: '2025-08-08',
    postedOn: '2025-12-08',
    alt:
      'Store page with bowls of spices in a grid, weights to choose from and a cart with a ' +
      'gift box',
  },
  {
    slug: 'freight-tracker',
    title: 'Tracking portal for a road freight company',
    description:
      'Customers see where their truck is without calling the office, and drivers only tap ' +
      'twice. The portal reads positions from the existing GPS boxes every minute, works out an ' +
      'honest arrival window and sends a link with each consignment. Drivers photograph the ' +
      'signed delivery note, and the invoice goes out the same day instead of the same week.',
    industry: 'Logistics',
    tech: ['Next.js', 'TypeScript', 'Node.js', 'PostgreSQL', 'Redis', 'Leaflet', 'Docker'],
    priceMinRupees: 140000,
    priceMaxRupees: 190000,
    startedOn: '2025-01-13',
    endedOn: '2025-05-09',
    postedOn: '2025-05-26',
    alt:
      'Map with a truck route and arrival window, and a list of consignments with their status ' +
      'on the left',
  },
  {
    slug: 'school-portal',
    title: 'Parent portal for a school with 1,100 pupils',
    description:
      'Homework, fees, bus times and notices in one place instead of nine WhatsApp groups. The ' +
      'school wanted something parents with a simple phone could use, so every page works on a ' +
      'small screen and a slow connection, in English and Marathi. Fee payments go through ' +
      'Razorpay, and the receipts arrive in the accounting software on their own. Teachers post ' +
      'homework in three taps; a notice shows who has read it. We started with two classes for a ' +
      'month, listened, removed two features nobody used, and only then opened it to the whole ' +
      'school.',
    industry: 'Education',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'Razorpay', 'Tailwind CSS'],
    priceMinRupees: 110000,
    priceMaxRupees: 145000,
    startedOn: '2024-08-05',
    endedOn: '2024-12-13',
    postedOn: '2025-01-10',
    alt:
      'Parent’s phone with homework and a bus time, beside the teacher’s screen with a notice ' +
      'and its read count',
  },
  {
    slug: 'property-finder',
    title: 'Property search for a Pune estate agency',
    description:
      'Flats and offices on a map, with filters that answer faster than you can move them. ' +
      'Results are drawn on the server, filters stay in the address so that a search can be ' +
      'sent to the family, and a price is the true monthly cost, including maintenance. ' +
      'Listings expire by themselves unless somebody confirms them.',
    industry: 'Real estate',
    tech: ['Next.js', 'TypeScript', 'PostgreSQL', 'Prisma', 'Tailwind CSS', 'Vercel'],
    priceMinRupees: 90000,
    priceMaxRupees: 125000,
    startedOn: '2024-03-11',
    endedOn: '2024-06-28',
    postedOn: '2024-07-15',
    alt:
      'Search page with a map of price markers on the right and a column of flats with filters ' +
      'on the left',
  },
  {
    slug: 'cafe-ordering',
    title: 'Table ordering for a café with two branches',
    description:
      'Guests scan the code on the table, order and pay; the kitchen sees it two seconds later. ' +
      'A café in Kothrud and its sister in Baner wanted shorter queues at lunch without another ' +
      'app for guests to install. The menu is a light web page that opens even in the basement, ' +
      'and the kitchen screen groups the same dishes and beeps politely. Items that run out ' +
      'disappear at once at every table. When the internet drops, the till keeps working and ' +
      'catches up later, which the owner tested by pulling out the cable during the Saturday ' +
      'rush.',
    industry: 'Food and drink',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'Socket.IO', 'Razorpay'],
    priceMinRupees: 60000,
    priceMaxRupees: 85000,
    startedOn: '2023-10-02',
    endedOn: '2023-12-15',
    postedOn: '2024-01-08',
    alt:
      'Phone with a café menu and running order, and a kitchen screen with tickets grouped by ' +
      'dish',
  },
  {
    slug: 'news-magazine',
    title: 'Local news magazine with 9,000 articles moved',
    description:
      'Nine years of local reporting moved to a new WordPress site without a single dead link: ' +
      'a slim theme with six content blocks, 9,000 articles and 22,000 pictures moved by ' +
      'script, and a redirect for every old address. Editors plan the front page by dragging ' +
      'stories into slots, and a corrected article always shows what was changed and when.',
    industry: 'Media',
    tech: ['WordPress', 'PHP', 'MySQL', 'Redis', 'Nginx'],
    priceMinRupees: 70000,
    priceMaxRupees: 95000,
    startedOn: '2023-05-08',
    endedOn: '2023-07-28',
    postedOn: '2023-08-14',
    alt:
      'Front page of a local magazine with a lead story and columns, and the editor’s view ' +
      'with story slots',
  },
  {
    slug: 'ngo-donations',
    title: 'Donation site for a river clean-up charity',
    description:
      'One-time and monthly donations with a tax receipt in the inbox a minute later. The ' +
      'charity cleans stretches of the Mula-Mutha and used to send receipts by hand every ' +
      'quarter. Donors now pay by UPI or card, receive the 80G receipt as a PDF, and see on a ' +
      'simple map what the last weekend achieved. Volunteers sign up for a date and get the ' +
      'meeting point by mail. The whole site is static apart from payments, so hosting costs ' +
      'almost nothing, which matters when people ask where their money goes. It survived a ' +
      'mention on television without slowing down.',
    industry: 'Non-profit',
    tech: ['Astro', 'TypeScript', 'Node.js', 'PostgreSQL', 'Razorpay'],
    priceMinRupees: 45000,
    priceMaxRupees: 60000,
    startedOn: '2023-01-16',
    endedOn: '2023-03-10',
    postedOn: '2023-03-27',
    alt:
      'Donation page with three amounts and a map of a river, cleaned stretches drawn in a ' +
      'brighter line',
  },
  {
    slug: 'fitness-app',
    title: 'Training log for a small chain of gyms',
    description:
      'Members log their sets between exercises, with one thumb and no typing. Four gyms wanted ' +
      'to replace paper cards without sending people to a public fitness app. Trainers build a ' +
      'plan from 180 exercises, members see today’s session, and the numbers from last time are ' +
      'filled in already. It installs to the home screen and works in the basement without a ' +
      'signal, saving everything when the connection returns. Progress is shown as plain lines, ' +
      'without medals. In the first half-year about six members in ten used it every week, more ' +
      'than the owner had ever managed with paper.',
    industry: 'Health and fitness',
    tech: ['React', 'TypeScript', 'Node.js', 'Express.js', 'MongoDB', 'PWA'],
    priceMinRupees: 80000,
    priceMaxRupees: 105000,
    startedOn: '2022-09-05',
    endedOn: '2022-12-16',
    postedOn: '2023-07-10',
    alt:
      'Phone with a training session and large set buttons, beside a line chart of one ' +
      'exercise over twelve weeks',
  },
  {
    slug: 'legal-firm',
    title: 'Website and enquiry desk for a law firm',
    description:
      'A calm, bilingual site that tells people whether this firm is the right one for them. ' +
      'Five advocates in Pune wanted fewer unsuitable calls and clear information in English and ' +
      'Marathi. Each field of work has a page in plain language: what usually happens, how long ' +
      'it takes, which papers to bring. Enquiries are sorted by topic and reach the right ' +
      'advocate, with documents stored encrypted and deleted after ninety days. There are no ' +
      'testimonials and no promises, in keeping with the rules of the Bar Council. The firm ' +
      'publishes a short article every month and needs no help to do it.',
    industry: 'Legal',
    tech: ['Astro', 'TypeScript', 'Tailwind CSS', 'Node.js'],
    priceMinRupees: 38000,
    priceMaxRupees: 52000,
    startedOn: '2022-05-16',
    endedOn: '2022-07-08',
    postedOn: '2022-07-25',
    alt:
      'Sober home page of a law firm with fields of work as a list and a language switch at ' +
      'the top',
  },
  {
    slug: 'yoga-studio',
    title: 'Class timetable and passes for a yoga studio',
    description:
      'A weekly timetable, ten-class passes and a waiting list that fills itself. The studio ' +
      'owner kept everything in a notebook and spent her evenings answering messages about free ' +
      'places. Students now buy a pass, book a mat and cancel until four hours before class; the ' +
      'next person on the waiting list is moved up and told at once. Teachers open the list of ' +
      'names on their phone at the door. It was one of my smaller projects, and it shows how ' +
      'little a small business needs: one cheap server, one update a month and nothing else to ' +
      'do.',
    industry: 'Wellness',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'Bootstrap'],
    priceMinRupees: 32000,
    priceMaxRupees: 45000,
    startedOn: '2022-02-07',
    endedOn: '2022-03-31',
    postedOn: '2022-04-18',
    alt:
      'Weekly timetable with yoga classes in soft blocks and a phone with a ten-class pass, ' +
      'four places used',
  },
];
