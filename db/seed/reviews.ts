import type { SeedReview } from './types.ts';

export const reviews: SeedReview[] = [
  {
    person: 'ananya-deshpande',
    gig: 'business-website',
    plan: 'Standard',
    rating: 5,
    comment:
      'Vihaan asked more questions about our studio than about colours, and it shows. The site ' +
      'explains what we do better than I ever managed at a client meeting.',
    createdAt: '2026-10-28T09:14:22.000Z',
  },
  {
    person: 'tom-hargreaves',
    gig: 'business-website',
    plan: 'Premium',
    rating: 4.5,
    comment:
      'We are a joinery near Cardiff with eleven people, and I had been putting off a new ' +
      'website for about four years. What convinced me was that Vihaan wrote back with three ' +
      'clear questions instead of a sales pitch.\n\n' +
      'The design of the home page came on day three. We changed our minds about the photographs ' +
      'twice, and he kept calm about it and told us plainly when a request would count as a new ' +
      'revision. The workshop pages with the drawings are exactly what I had in my head.\n\n' +
      'Half a star off only because the Welsh version took a few days longer than planned. To be ' +
      'fair, that was partly our translator. The editor is simple enough that our apprentice now ' +
      'puts up the finished jobs every Friday, and nobody has rung me about it since.',
    createdAt: '2026-08-11T16:40:05.000Z',
  },
  {
    person: 'rajesh-kulkarni',
    gig: 'business-website',
    plan: 'Basic',
    rating: 5,
    comment:
      'हमारी दुकान की वेबसाइट सात दिन में तैयार हो गई। हिंदी में बात करके हर चीज़ आराम से समझाई। ' +
      'मोबाइल पर बहुत जल्दी खुलती है और फ़ॉर्म से रोज़ दो-तीन पूछताछ आ जाती हैं। दिल से धन्यवाद!',
    createdAt: '2026-05-19T06:32:47.000Z',
  },
  {
    person: 'grace-mwangi',
    gig: 'business-website',
    plan: 'Standard',
    rating: 4.5,
    comment:
      'Clear plan, clear price, delivered one day early. Our field staff in Kisumu can open it ' +
      'on very ordinary phones.',
    createdAt: '2025-11-06T12:05:31.000Z',
    edited: true,
  },
  {
    person: 'suresh',
    gig: 'business-website',
    plan: 'Basic',
    rating: 4,
    comment: 'Good.',
    createdAt: '2025-04-02T10:21:09.000Z',
  },
  {
    person: 'priya-nair',
    gig: 'mern-app',
    plan: 'Premium',
    rating: 5,
    comment:
      'Every Friday there was a working version and three lines about what came next. After two ' +
      'agencies that disappeared for weeks, that alone was worth the price.',
    createdAt: '2026-11-03T11:48:36.000Z',
  },
  {
    person: 'lukas-brandt',
    gig: 'mern-app',
    plan: 'Standard',
    rating: 5,
    comment:
      'I ordered the Standard plan for an internal tool that schedules our service technicians. ' +
      'Some notes for others who consider it.\n\n' +
      'Before the start we spent a week on a two-page list of what the tool does and does not ' +
      'do. It felt slow at the time. In the end it saved us at least two arguments, because ' +
      'everybody could point at the list.\n\n' +
      'The code is what I would expect from a senior colleague: small files, sensible names, ' +
      'tests that start the real server. Our own developer took it over in two days. Permissions ' +
      'are really enforced on the server; we tried to get around them and could not.\n\n' +
      'Two small bugs appeared after launch. Both were fixed the same evening and came with a ' +
      'test.',
    createdAt: '2026-07-22T08:17:54.000Z',
  },
  {
    person: 'arjun-menon',
    gig: 'mern-app',
    plan: 'Basic',
    rating: 4.5,
    comment:
      'He talked me out of half of my feature list and he was right. We had our first forty ' +
      'regular users within a month of launch.',
    createdAt: '2026-02-14T14:26:40.000Z',
  },
  {
    person: 'nguyen-thi-hanh',
    gig: 'mern-app',
    plan: 'Standard',
    rating: 3.5,
    comment:
      'The app works well and the code is tidy. Two screens arrived a week late because a ' +
      'payment approval took longer than expected, and I wish I had heard about the delay ' +
      'earlier. He did apologise and extended the support.',
    createdAt: '2025-09-30T04:52:18.000Z',
    edited: true,
  },
  {
    person: 'harpreet-gill',
    gig: 'mern-app',
    plan: 'Premium',
    rating: 5,
    comment: 'Our transport office runs on it now. Solid work, and he picks up the phone.',
    createdAt: '2025-05-23T15:33:02.000Z',
  },
  {
    person: 'kavita-joshi',
    gig: 'online-store',
    plan: 'Standard',
    rating: 5,
    comment:
      'We place the parcels, the shop does the rest. Invoices, stock and tracking mails simply ' +
      'work, and my mother runs the packing table from her phone.',
    createdAt: '2026-09-17T07:09:45.000Z',
  },
  {
    person: 'maria-fernanda-rodriguez',
    gig: 'online-store',
    plan: 'Standard',
    rating: 4.5,
    comment:
      'Vendo cerámica hecha a mano y tenía miedo de que la tienda pareciera una plantilla. No ' +
      'fue así: cada pieza tiene su historia y el proceso de compra es muy claro. Solo faltó un ' +
      'poco de tiempo para ajustar los gastos de envío internacionales, pero al final quedó ' +
      'perfecto.',
    createdAt: '2026-06-04T19:58:27.000Z',
  },
  {
    person: 'farhan-siddiqui',
    gig: 'online-store',
    plan: 'Basic',
    rating: 4,
    comment:
      'Solid store for the money. Thirty products entered without a mistake. Coupons are only in ' +
      'the bigger plan, which I should have read more carefully.',
    createdAt: '2026-01-21T13:11:53.000Z',
  },
  {
    person: 'meera-iyer',
    gig: 'online-store',
    plan: 'Premium',
    rating: 5,
    comment:
      'He placed twenty test orders with us on the phone: paid, failed, refunded, everything. On ' +
      'launch day nothing surprised us, and that is the highest praise I can give.',
    createdAt: '2025-08-15T09:40:16.000Z',
  },
  {
    person: 'daniel-oconnor',
    gig: 'online-store',
    plan: 'Standard',
    rating: 3,
    comment:
      'The shop itself is fine and the checkout is quick. Moving the old products was harder ' +
      'than either of us thought: about forty had the wrong variants, and I had to check them ' +
      'all by hand. He corrected them without charge, but it cost us a week before Easter.',
    createdAt: '2025-03-11T17:24:38.000Z',
  },
  {
    person: 'olivier-lefevre',
    gig: 'wordpress-site',
    plan: 'Standard',
    rating: 5,
    comment:
      'Six plugins instead of thirty-four, and our editors stopped breaking the layout. I did ' +
      'not know WordPress could feel this light.',
    createdAt: '2026-10-09T10:03:12.000Z',
  },
  {
    person: 'zeynep-aydin',
    gig: 'wordpress-site',
    plan: 'Premium',
    rating: 4.5,
    comment:
      'Two languages, eleven editors and a calendar, all in sixteen days. The recorded training ' +
      'call has already been watched by three new colleagues.',
    createdAt: '2026-04-27T18:36:59.000Z',
  },
  {
    person: 'suresh',
    gig: 'wordpress-site',
    plan: 'Basic',
    rating: 4,
    comment: 'Nice and simple. Does what was promised.',
    createdAt: '2025-12-18T05:47:33.000Z',
  },
  {
    person: 'grace-mwangi',
    gig: 'wordpress-site',
    plan: 'Standard',
    rating: 4,
    comment:
      'Old articles moved, old links still work. One font looked different on our older ' +
      'computers and needed a second round.',
    createdAt: '2025-07-08T11:15:20.000Z',
  },
  {
    person: 'misaki-sato',
    gig: 'wordpress-site',
    plan: 'Basic',
    rating: 3.5,
    comment:
      'A neat little site. The theme options were more limited than I had imagined, and the time ' +
      'difference meant most answers came the next morning. Still, everything in the description ' +
      'was delivered.',
    createdAt: '2025-02-20T02:28:41.000Z',
  },
  {
    person: 'misaki-sato',
    gig: 'react-frontend',
    plan: 'Standard',
    rating: 5,
    comment:
      'デザインとの差がほとんどなく、エラー時や空の状態まで丁寧に作られていました。プルリクエストが小さくて読みやすく、レビューがとても楽でした。次の案件もぜひお願いしたいです。',
    createdAt: '2026-09-29T03:19:08.000Z',
  },
  {
    person: 'lukas-brandt',
    gig: 'react-frontend',
    plan: 'Premium',
    rating: 4.5,
    comment:
      'One pull request per screen, each with a preview link. Our reviewers had almost nothing ' +
      'to say, which is rare for them.',
    createdAt: '2026-03-25T09:55:44.000Z',
  },
  {
    person: 'chidinma-okafor',
    gig: 'react-frontend',
    plan: 'Standard',
    rating: 5,
    comment:
      'He sent back nineteen questions about my design before writing a line, and at least ten ' +
      'of them were things I had forgotten. The dark theme fell out of the tokens almost for ' +
      'free.',
    createdAt: '2025-10-13T14:02:37.000Z',
  },
  {
    person: 'arjun-menon',
    gig: 'react-frontend',
    plan: 'Basic',
    rating: 5,
    comment: 'Pixel for pixel. Keyboard works everywhere.',
    createdAt: '2025-06-26T16:44:51.000Z',
  },
  {
    person: 'daniel-oconnor',
    gig: 'react-frontend',
    plan: 'Basic',
    rating: 4,
    comment:
      'Good components and honest about what Basic does not cover. Would have liked tests, but ' +
      'that is the next plan up.',
    createdAt: '2025-01-17T12:30:25.000Z',
  },
  {
    person: 'farhan-siddiqui',
    gig: 'rest-api',
    plan: 'Standard',
    rating: 5,
    comment:
      'The contract came first, and the API matches it to the letter. Our mobile team started ' +
      'against the test server on the second day.',
    createdAt: '2026-08-26T07:50:13.000Z',
  },
  {
    person: 'harpreet-gill',
    gig: 'rest-api',
    plan: 'Premium',
    rating: 4.5,
    comment:
      'Payment webhooks arrived twice during a bank outage and nothing was booked twice. That is ' +
      'exactly what we paid for.',
    createdAt: '2026-05-06T13:37:29.000Z',
  },
  {
    person: 'zeynep-aydin',
    gig: 'rest-api',
    plan: 'Standard',
    rating: 4.5,
    comment:
      'Errors that tell you which field is wrong and why. I never thought I would thank somebody ' +
      'for a 400.',
    createdAt: '2025-12-02T15:12:46.000Z',
    edited: true,
  },
  {
    person: 'olivier-lefevre',
    gig: 'rest-api',
    plan: 'Basic',
    rating: 3,
    comment:
      'Correct and well documented, but small. Eight endpoints are used up quickly, and I had to ' +
      'order more twice. Ask for advice on the size before you choose a plan; I should have.',
    createdAt: '2025-05-14T08:41:57.000Z',
  },
  {
    person: 'nguyen-thi-hanh',
    gig: 'rest-api',
    plan: 'Premium',
    rating: 5,
    comment:
      'Readable code, real tests, and documentation that our partner integrated without a single ' +
      'call.',
    createdAt: '2026-10-20T05:06:34.000Z',
  },
  {
    person: 'chidinma-okafor',
    gig: 'speed-rescue',
    plan: 'Standard',
    rating: 5,
    comment:
      'From 7.1 to 2.0 seconds on the phones our customers really use. The report also names the ' +
      'two things that did not help, which made me trust the rest.',
    createdAt: '2026-11-08T10:27:19.000Z',
  },
  {
    person: 'layla-haddad',
    gig: 'speed-rescue',
    plan: 'Premium',
    rating: 5,
    comment:
      'كان موقعنا يحتاج إلى ثماني ثوانٍ حتى يظهر، والآن أقل من ثانيتين. شرح لنا كل خطوة بلغة ' +
      'بسيطة، وأرسل الأرقام قبل العمل وبعده. التعامل معه مريح وصادق جدًا.',
    createdAt: '2026-07-01T17:18:42.000Z',
  },
  {
    person: 'meera-iyer',
    gig: 'speed-rescue',
    plan: 'Basic',
    rating: 4,
    comment:
      'Quick and to the point. The two fixes halved the loading time. The remaining problem is ' +
      'our chat widget, and he told us so.',
    createdAt: '2026-03-09T06:59:03.000Z',
  },
  {
    person: 'tom-hargreaves',
    gig: 'speed-rescue',
    plan: 'Basic',
    rating: 3.5,
    comment:
      'Useful report and fair work. The gain on our site was smaller than I had hoped, since the ' +
      'host is the bottleneck, as he predicted in the first message. We have not moved yet.',
    createdAt: '2025-09-04T18:22:56.000Z',
  },
  {
    person: 'kavita-joshi',
    gig: 'speed-rescue',
    plan: 'Standard',
    rating: 4.5,
    comment:
      'Our product pages finally open before people give up. He also removed a tracking script ' +
      'that nobody here had ordered.',
    createdAt: '2025-04-22T09:08:11.000Z',
  },
  {
    person: 'layla-haddad',
    gig: 'landing-page',
    plan: 'Standard',
    rating: 4.5,
    comment:
      'He refused to put a fake countdown on the page, and the workshop was full anyway. Lovely, ' +
      'quick and honest.',
    createdAt: '2026-10-01T12:49:30.000Z',
  },
  {
    person: 'maria-fernanda-rodriguez',
    gig: 'landing-page',
    plan: 'Basic',
    rating: 5,
    comment: 'Perfect!',
    createdAt: '2026-06-18T20:13:05.000Z',
  },
  {
    person: 'rajesh-kulkarni',
    gig: 'landing-page',
    plan: 'Standard',
    rating: 5,
    comment:
      'Brief on Monday, page live on Friday. Seven enquiries in the first week, from one small ' +
      'newspaper advertisement.',
    createdAt: '2025-11-25T07:35:48.000Z',
    edited: true,
  },
  {
    person: 'priya-nair',
    gig: 'landing-page',
    plan: 'Basic',
    rating: 3,
    comment:
      'The page is clean and it loads fast. I expected the texts to be written for me, but that ' +
      'only comes with Standard. Please read the plan before ordering.',
    createdAt: '2025-08-01T08:16:27.000Z',
  },
  {
    person: 'ananya-deshpande',
    gig: 'landing-page',
    plan: 'Premium',
    rating: 2,
    comment:
      'Not a good fit for us. The page itself is well made, but the comparison of two variants ' +
      'needs far more visitors than we have, so the Premium plan was the wrong choice, and I ' +
      'would have liked to hear that before paying.\n\n' +
      'Vihaan refunded the difference to Standard when I raised it, which was decent. I later ' +
      'came back for a full website and was much happier with that.',
    createdAt: '2025-01-29T11:02:14.000Z',
    edited: true,
  },
];
