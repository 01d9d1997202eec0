import type { SeedStudy } from './types.ts';

// The figures are invented, like the clients. Each says so where visitors and the owner read it.
const demo = (value: string, caption: string, source: string, date: string) => ({
  value,
  caption,
  source: `Demo figure: ${source}`,
  date,
});

/** What the pages of six projects tell, by the project's slug. */
export const caseStudies: Record<string, SeedStudy> = {
  'hr-dashboard': {
    result: 'The month-end export that took two days is a file, ready on the first morning.',
    problem:
      'Four supervisors kept four spreadsheets of the same 240 people. A leave request was a ' +
      'message in a group chat, and whether it had been granted depended on who had read it. At ' +
      'the end of the month the payroll office collected the files, asked what “HD” meant this ' +
      'time, and typed everything in again.\n\n' +
      'Nobody disagreed about the software. They disagreed about the rules: whether a night ' +
      'shift that ends on Sunday counts as Sunday, what half a day of sick leave does to ' +
      'overtime, and who may say so.',
    parts: [
      {
        text:
          '<h3>First a table, then code</h3>' +
          '<p>The first ten days I wrote no code. I sat with each supervisor and one question: ' +
          'what happened last Tuesday, and what should payroll have seen? The answers became a ' +
          'table of 64 examples, one row per case, in Marathi and English. Where two supervisors ' +
          'gave two answers, the plant manager decided, and the row got a date.</p>' +
          '<p>That table is still the test. A row that somebody changes is a test that fails until ' +
          'the rule follows:</p>' +
          '<pre><code class="language-ts">const cases = readTable("rules/shifts.csv");\n\n' +
          'test.each(cases)("$row: $shift, $from to $to", (row) =&gt; {\n' +
          '  const day = attendanceOf(gateRecords(row), shiftNamed(row.shift));\n' +
          '  expect(day).toEqual({ date: row.counts_for, paid: row.paid, overtime: row.overtime });\n' +
          '});</code></pre>',
        picture: null,
      },
      {
        text:
          '<h3>What people touch</h3>' +
          '<p>A worker sees three things on the phone: days left, the request that is open, and a ' +
          'button. It works in Marathi and Hindi, because that is how people ask. A supervisor ' +
          'sees who else is away that week <em>before</em> the button to approve, which ended most ' +
          'of the arguments by itself.</p>' +
          '<p>The biometric gates send a file every night, sometimes twice and sometimes with a ' +
          'clock that is eleven minutes off. Every line is stored as it came; attendance is ' +
          'computed from it again whenever a rule or a correction arrives. Nothing is ever edited ' +
          'in place, so “why does it say absent?” has an answer.</p>' +
          '<h3>What I would do differently</h3>' +
          '<p>I built a shift swap between two workers that nobody uses: they arrange it and tell ' +
          'the supervisor, as they always have. I should have asked for three examples of that, ' +
          'too.</p>',
        picture: null,
      },
    ],
    before:
      'Spreadsheet of one month with colour codes and broken formulas, and a group chat with ' +
      'leave requests',
    figures: [
      demo(
        '2 days → 0',
        'of typing before each payroll',
        'payroll office, three month-ends',
        '2026-09-01',
      ),
      demo(
        '64',
        'rules agreed as examples, all of them tests',
        'the table in the repository',
        '2026-06-12',
      ),
      demo(
        '91 %',
        'of leave requests answered the same day',
        'the system’s own records, 1,120 requests',
        '2026-09-30',
      ),
    ],
    review: 'priya-nair:mern-app',
    gig: 'mern-app',
  },
  'clinic-booking': {
    result:
      'No-shows fell from one visit in five to one in twelve, and the phone is quiet at nine.',
    problem:
      'Three clinics shared one phone line and one paper register per room. Between nine and ten ' +
      'in the morning four calls in ten met an engaged tone. Who got through was written down ' +
      'between two patients, sometimes in the wrong book, and twice a week two people came for ' +
      'the same quarter of an hour.\n\n' +
      'The doctors did not want “a system”. They wanted the day to look like the register, ' +
      'because they read it while walking.',
    parts: [
      {
        text:
          '<h3>The database decides</h3>' +
          '<p>A free slot on a screen is a rumour: by the time you tap it, the front desk may have ' +
          'given it away. So the screen never decides. A booking is one insert with a unique ' +
          'index on doctor and time, and the second person gets a sentence and the next two free ' +
          'slots instead of an error.</p>' +
          '<pre><code class="language-js">await bookings.createIndex(\n' +
          '  { doctor: 1, startsAt: 1 },\n' +
          '  { unique: true, partialFilterExpression: { cancelled: false } },\n' +
          ');\n\n' +
          'try {\n' +
          '  await bookings.insertOne({ doctor, startsAt, patient, cancelled: false });\n' +
          '} catch (error) {\n' +
          '  if (error.code !== 11000) throw error;\n' +
          '  return { taken: true, next: await nextFree(doctor, startsAt, 2) };\n' +
          '}</code></pre>' +
          '<p>We tried it with two phones and a countdown in the waiting room. It was the demo ' +
          'that convinced the third doctor.</p>',
        picture: null,
      },
      {
        text:
          '<h3>A day that moves</h3>' +
          '<p>The desk sees all rooms live. A walk-in is dropped between two appointments, and ' +
          'everybody who now waits longer than ten minutes gets one message, not five. Reminders ' +
          'go out the evening before and two hours before, with a link that cancels in one tap: ' +
          'making it easy to cancel is what brought the no-shows down, not the reminder.</p>' +
          '<ul><li>The list for each room prints on one page at eight, for the day the internet ' +
          'does not come.</li><li>No diagnosis is stored. A booking holds a name, a number and a ' +
          'time, and is deleted after ninety days.</li></ul>',
        picture: null,
      },
    ],
    before: 'Open paper register with crossed-out names, and a phone with a list of missed calls',
    figures: [
      demo(
        '1 in 5 → 1 in 12',
        'booked visits to which nobody came',
        'front desk, three months before and after',
        '2026-03-31',
      ),
      demo(
        '0',
        'double bookings since the first day',
        'bookings of all three clinics',
        '2026-03-31',
      ),
      demo('52 s', 'to book a visit, median on a phone', 'timings of 640 bookings', '2026-02-28'),
    ],
    review: 'arjun-menon:mern-app',
    gig: 'mern-app',
  },
  'spice-store': {
    result:
      'Eighty-six products sell from a phone at the packing table; a third of orders come back.',
    problem:
      'The price list was a PDF from last Diwali, sent on WhatsApp. Orders came as voice messages ' +
      'at night. The family wrote them on yellow notes, asked for the address again, and learned ' +
      'that the turmeric was out while packing it.\n\n' +
      'A shop in a box had been tried and given up: it counted packets, and this business does ' +
      'not have packets until somebody fills them.',
    parts: [
      {
        text:
          '<h3>Stock in grams</h3>' +
          '<p>The same turmeric goes into three bag sizes and two mixes. If each of them has its ' +
          'own stock number, four of them are wrong by noon. So there is one number per roast, in ' +
          'grams, and what can be bought is computed from it:</p>' +
          '<pre><code class="language-sql">SELECT product.id, MIN(roast.grams_left / recipe.grams) AS can_be_packed\n' +
          'FROM product\n' +
          'JOIN recipe ON recipe.product_id = product.id\n' +
          'JOIN roast  ON roast.spice_id = recipe.spice_id AND roast.is_open\n' +
          'GROUP BY product.id;</code></pre>' +
          '<p>Putting 20 kg into the roaster is one line on the phone. The roasting day then ' +
          'stands on the product page, and customers began to order <em>for</em> a roast, which ' +
          'nobody had planned.</p>',
        picture: null,
      },
      {
        text:
          '<h3>Run by the people who pack</h3>' +
          '<p>WooCommerce, with one small plugin of my own and no page builder. Training took an ' +
          'afternoon; the rest is on a printed page beside the scales. GST invoices, UPI and cards ' +
          'were the easy part. The gift box took the longest, because a box of six that may not ' +
          'contain the same thing twice is a small puzzle on a small screen.</p>' +
          '<p>Not built, on purpose: an app, points, and a chat bubble. The phone number is at the ' +
          'top of every page, and it still rings.</p>',
        picture: null,
      },
    ],
    before: 'Price list as a PDF with crossed-out prices, and a yellow note with an order by phone',
    figures: [
      demo(
        '1 in 3',
        'orders come from somebody who bought before',
        'shop orders of six months',
        '2026-02-28',
      ),
      demo(
        '11 min',
        'from paid to packed, a day in the season',
        'timestamps of 210 orders',
        '2025-11-10',
      ),
      demo('0', 'orders accepted for what was sold out', 'refunds of six months', '2026-02-28'),
    ],
    review: 'kavita-joshi:online-store',
    gig: 'online-store',
  },
  'freight-tracker': {
    result: 'A hundred and fifty calls a day became nineteen: customers see the truck themselves.',
    problem:
      'Sixty trucks on the Mumbai–Nagpur route, two people on the phone. Nearly every call asked ' +
      'the same thing, and the answer was another call, to a driver who should not pick up. The ' +
      'GPS boxes had been paid for three years; their map was open on one computer in the yard.\n\n' +
      'The money was elsewhere: an invoice could go out only with the signed delivery note, and ' +
      'the note travelled back in the truck.',
    parts: [
      {
        text:
          '<h3>An honest window instead of a time</h3>' +
          '<p>“14:32” is a lie on a road with two toll plazas and a ghat. The portal says “between ' +
          'two and four”, and makes the window narrower as the truck comes closer. It is computed ' +
          'from how long trucks of this company took for the same stretch at the same hour, not ' +
          'from a map’s idea of a car:</p>' +
          '<pre><code class="language-ts">/** Nine of ten trucks were in the window: early is as bad as late when a dock is booked. */\n' +
          'export function arrivalWindow(stretches: Stretch[], now: Date): Window {\n' +
          '  const minutes = stretches.map((stretch) =&gt; history(stretch, now.getHours()));\n' +
          '  return {\n' +
          '    from: add(now, sum(minutes.map((past) =&gt; quantile(past, 0.05)))),\n' +
          '    to: add(now, sum(minutes.map((past) =&gt; quantile(past, 0.95)))),\n' +
          '  };\n' +
          '}</code></pre>',
        picture: null,
      },
      {
        text:
          '<h3>Two taps for the driver</h3>' +
          '<p>Arrived. Delivered, with a photograph of the signed note. The picture is checked for ' +
          'sharpness on the phone, because a blurred one used to cost a week. It waits there until ' +
          'there is a signal, and the invoice goes out the same evening.</p>' +
          '<p>The link that a customer gets needs no account, shows one consignment, and stops ' +
          'working when it is delivered. On a slow connection the route is drawn first and the ' +
          'map under it afterwards: people ask where, not what the city looks like.</p>' +
          '<h3>What went wrong</h3>' +
          '<p>In the second week one supplier’s boxes reported the year 2005. The portal believed ' +
          'them and showed four trucks as nineteen years late. Since then a position that is not ' +
          'plausible is dropped, counted and mailed to me, and there is a test with that very ' +
          'file.</p>',
        picture: null,
      },
    ],
    before:
      'Inbox full of questions about trucks, a whiteboard with five rows, and a count of calls',
    figures: [
      demo(
        '150 → 19',
        'calls a day that ask for a truck',
        'telephone bill, March and July',
        '2025-07-31',
      ),
      demo(
        '1 day',
        'from delivery to invoice, median; eight before',
        'accounts office, 400 invoices',
        '2025-08-15',
      ),
      demo(
        '9 in 10',
        'trucks arrived inside the first window shown',
        'positions of 2,300 trips',
        '2025-08-15',
      ),
    ],
    review: 'harpreet-gill:mern-app',
    gig: 'rest-api',
  },
  'property-finder': {
    result: 'From eleven seconds to the first flat on a phone, to one and a half.',
    problem:
      'The agency paid for 700 listings in a bought template. A search wanted seven choices before ' +
      'it showed anything, then took eleven seconds on a phone, and half of what came had been ' +
      'let last year. The agents had stopped sending the link; they sent photographs instead.',
    parts: [
      {
        text:
          '<h3>The address is the search</h3>' +
          '<p>House hunting is done by three people on four phones. So a search is its address, ' +
          'whole: the drawn area, the price, the rooms. Sending it to your sister sends her what ' +
          'you see. It also made the page quick, because the server can draw it without asking ' +
          'the browser anything.</p>' +
          '<pre><code class="language-ts">const search = z.object({\n' +
          '  area: polygon.optional(),\n' +
          '  most: z.coerce.number().int().positive().optional(),\n' +
          '  rooms: z.coerce.number().int().min(1).max(6).optional(),\n' +
          '  near: z.enum(["metro", "school"]).optional(),\n' +
          '});\n\n' +
          '// What is not understood is ignored, so that an old link still finds something.\n' +
          'export const searchOf = (url: URL) =&gt; readLeniently(search, url.searchParams);</code></pre>',
        picture: null,
      },
      {
        text:
          '<h3>True costs, true listings</h3>' +
          '<p>The price on a card includes maintenance and parking, because that is what leaves ' +
          'the account. A listing that no agent confirms for fourteen days goes by itself; the ' +
          'agent gets one message with a yes and a no. In the first month 212 of 700 went, and the ' +
          'number of enquiries rose.</p>' +
          '<p>Agents add a flat while standing in it: pictures are turned upright, resized, put in ' +
          'order and stripped of their location on the phone, before anything is uploaded. The ' +
          'exact address of somebody’s home is not on the page, and not in the picture either.</p>',
        picture: null,
      },
    ],
    before: 'Old search page with seven drop-down lists, a banner, empty cards and a loading sign',
    figures: [
      demo(
        '11 s → 1.5 s',
        'to the first listing, mid-range phone on 4G',
        'field data of visitors, 75th percentile',
        '2024-08-31',
      ),
      demo(
        '212 of 700',
        'listings that were gone and are no longer shown',
        'confirmations of the first month',
        '2024-07-31',
      ),
      demo(
        '+38 %',
        'enquiries, on fewer listings',
        'the agency’s inbox, two quarters compared',
        '2024-12-31',
      ),
    ],
    review: 'chidinma-okafor:speed-rescue',
    gig: 'react-frontend',
  },
  'news-magazine': {
    result: 'Nine thousand articles moved without one dead link; the front page opens in 1.6 s.',
    problem:
      'Nine years of local reporting lived in a page builder with 34 plugins. The editors were ' +
      'afraid of it: a comma in a caption could move the whole column. Readers waited 7.4 seconds ' +
      'and were then asked to allow notifications. Two attempts at a new site had ended when ' +
      'somebody asked what would become of the old links.',
    parts: [
      {
        text:
          '<h3>The links first</h3>' +
          '<p>I began at the end. Before there was a theme, there was a list of every address that ' +
          'anybody had asked for in a year, taken from the server’s logs, and a script that asked ' +
          'the new site for each. On the first evening 61,000 of 61,400 failed. That number on the ' +
          'wall was the plan of the project.</p>' +
          '<pre><code class="language-bash"># Every address that a reader used, most used first.\n' +
          "zcat access-*.gz | awk '$9 == 200 {print $7}' | sort | uniq -c | sort -rn &gt; asked.txt\n\n" +
          'while read -r count path; do\n' +
          '  status=$(curl -s -o /dev/null -L -w "%{http_code}" "https://new.example$path")\n' +
          '  [ "$status" = 200 ] || echo "$count $path $status"\n' +
          'done &lt; asked.txt &gt; dead.txt\nwc -l dead.txt</code></pre>' +
          '<p>22,000 pictures came along, each with the caption that had been in the article next ' +
          'to it. Forty articles could not be read by any rule; an intern and I did those by hand ' +
          'on a Saturday.</p>',
        picture: null,
      },
      {
        text:
          '<h3>Six blocks</h3>' +
          '<p>The theme has six content blocks and no options. A story has a picture or has none; ' +
          'nobody chooses a font. The editors plan the front page by dragging stories into slots, ' +
          'and the page tells them when a headline is too long for its slot <em>before</em> it is ' +
          'public.</p>' +
          '<p>A correction is part of the article: what was changed, and when, stands below the ' +
          'text and cannot be switched off. The editor-in-chief asked for that, and it is the ' +
          'feature I am proudest of.</p>' +
          '<h3>Speed was a consequence</h3>' +
          '<p>34 plugins became six, and one advertisement per page loads after the text. There is ' +
          'an article here on what helped and what did not.</p>',
        picture: null,
      },
    ],
    before:
      'Crowded front page with banners, boxes and a question about notifications over the story',
    figures: [
      demo(
        '7.4 s → 1.6 s',
        'front page, mid-range phone on 4G',
        'WebPageTest, median of nine runs',
        '2023-08-10',
      ),
      demo(
        '0 of 61,400',
        'addresses of a year that lead nowhere',
        'the script above, run every night',
        '2023-08-14',
      ),
      demo('34 → 6', 'plugins to keep up to date', 'the plugin list', '2023-07-28'),
    ],
    review: 'olivier-lefevre:wordpress-site',
    gig: 'wordpress-site',
  },
};
