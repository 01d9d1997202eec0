import { seedId, seedPicture } from './seed-id.ts';
import type { SeedArticle } from './types.ts';

export const articles: SeedArticle[] = [
  {
    slug: 'let-the-database-decide',
    title: 'Two people, one slot: let the database decide',
    date: '2026-10-12',
    project: 'clinic-booking',
    gig: 'rest-api',
    picture: seedPicture(
      'rest-api-1',
      'API reference beside a terminal with a request and its answer',
    ),
    text:
      '<p>Every booking form I have been asked to repair had the same bug. It checked whether the ' +
      'slot was free, and then it took the slot. Between those two lines there is a gap, and on a ' +
      'Monday morning at nine people fall into it.</p>' +
      '<pre><code class="language-js">// Looks right. Is not.\n' +
      'const taken = await bookings.findOne({ doctor, startsAt });\n' +
      'if (taken) return sorry();\n' +
      'await bookings.insertOne({ doctor, startsAt, patient });</code></pre>' +
      '<p>Nobody notices while testing, because one person testing is never in a hurry. The clinic ' +
      'noticed in the second week, when two mothers sat in front of one door.</p>' +
      '<h3>What does not help</h3>' +
      '<p><strong>Checking again in the browser.</strong> The browser knows what was true when the ' +
      'page was drawn.</p>' +
      '<p><strong>A lock in the program.</strong> It works until the program runs twice, which it ' +
      'does during every deployment.</p>' +
      '<p><strong>Making the gap smaller.</strong> Then it happens once a month instead of twice a ' +
      'week, and you will not be able to reproduce it.</p>' +
      '<h3>What helps: one writer who may say no</h3>' +
      '<p>A database can promise that two rows with the same key do not exist. That is the whole ' +
      'trick. Write first and ask afterwards:</p>' +
      '<pre><code class="language-sql">CREATE UNIQUE INDEX one_patient_per_slot\n' +
      '  ON bookings (doctor_id, starts_at) WHERE cancelled_at IS NULL;\n\n' +
      'INSERT INTO bookings (doctor_id, starts_at, patient_id) VALUES ($1, $2, $3)\n' +
      'ON CONFLICT DO NOTHING\n' +
      'RETURNING id;</code></pre>' +
      '<p>A row comes back: yours. None comes back: somebody was quicker. There is no third case, ' +
      'no timing to think about, and no test that passes only on fast machines. The condition at ' +
      'the end of the index matters, too. Without it a cancelled visit would block its slot ' +
      'forever.</p>' +
      '<h3>The sentence is part of the solution</h3>' +
      '<p>Losing is now a normal answer, so it deserves a normal sentence. Not “Error 409”. The ' +
      'clinic says: <em>“Someone has just taken 11:00. 11:15 and 11:45 with Dr Rao are free.”</em> ' +
      'Both times are buttons. Of the people who met that sentence in the first month, nearly all ' +
      'booked one of the two.</p>' +
      '<h3>How I test it</h3>' +
      '<p>Fifty requests at once for the same slot, against the real database, in the ordinary test ' +
      'run. Exactly one may win, and forty-nine must get the two alternatives. It takes a third ' +
      'of a second.</p>' +
      '<pre><code class="language-ts">test("one slot goes to one person", async () =&gt; {\n' +
      '  const answers = await Promise.all(Array.from({ length: 50 }, () =&gt; book(slot)));\n' +
      '  expect(answers.filter(({ booked }) =&gt; booked)).toHaveLength(1);\n' +
      '  for (const { next } of answers.filter(({ booked }) =&gt; !booked))\n' +
      '    expect(next).toHaveLength(2);\n' +
      '});</code></pre>' +
      '<p>The same shape serves for stock, seats, discount codes and user names: wherever two ' +
      'people may want one thing, let the place that stores it decide, and spend the time you ' +
      'save on the sentence for the one who was second.</p>',
  },
  {
    slug: 'what-made-a-news-site-faster',
    title: 'What made a news site faster, and what did not',
    date: '2026-08-24',
    project: 'news-magazine',
    gig: 'speed-rescue',
    picture: seedPicture(
      'speed-rescue-1',
      'Loading timeline of a page before and after, with the slow parts marked',
    ),
    text:
      '<p>The front page of a local magazine took 7.4 seconds on a phone that costs nine thousand ' +
      'rupees. Now it takes 1.6. People ask me for the trick, and there is none: there is a list, ' +
      'and half of what was on it did nothing. Here is all of it. The figures are those of this ' +
      'demo’s project; the order in which things help is what I see everywhere.</p>' +
      '<h3>How it was measured</h3>' +
      '<p>One phone, one network, nine runs, the median. Before each change, and after it, on the ' +
      'same evening. If a change moved the median by less than the runs differ among themselves, ' +
      'I wrote “nothing” beside it and took it out again.</p>' +
      '<h3>What helped</h3>' +
      '<ul>' +
      '<li><strong>Removing 28 plugins: 2.9 s.</strong> Eleven of them added a script to every ' +
      'page for a feature of one page. Nobody could say what four of them were for.</li>' +
      '<li><strong>The slider: 1.3 s.</strong> Nine pictures, eight of which nobody saw. One ' +
      'picture now, with its size in the HTML, so that the text does not jump.</li>' +
      '<li><strong>Pictures in the size in which they are shown: 0.9 s.</strong> The editors ' +
      'upload what the camera gives them, and the server makes the four sizes.</li>' +
      '<li><strong>Advertisements after the text: 0.5 s.</strong> They still load. They wait until ' +
      'the story can be read.</li>' +
      '<li><strong>A page cache: 0.2 s.</strong> Less than expected, because the slow part had ' +
      'never been the server.</li>' +
      '</ul>' +
      '<p>One of the cheapest changes was two attributes:</p>' +
      '<pre><code class="language-html">&lt;img src="/lead-960.avif" srcset="/lead-480.avif 480w, /lead-960.avif 960w"\n' +
      '     sizes="(width &lt; 40rem) 92vw, 44rem" width="960" height="600"\n' +
      '     fetchpriority="high" alt="The new metro bridge at dusk"&gt;</code></pre>' +
      '<p>The size keeps the place free. The priority tells the browser which of forty pictures ' +
      'is the one that everybody waits for.</p>' +
      '<h3>What did nothing</h3>' +
      '<ul>' +
      '<li><strong>Minifying the HTML.</strong> Compression had already done it.</li>' +
      '<li><strong>Preloading everything.</strong> If all of it is urgent, none of it is. I kept ' +
      'one preload, for the font of the headlines.</li>' +
      '<li><strong>A faster server.</strong> It answered in 180 milliseconds before and in 90 ' +
      'after. The other seven seconds were in the browser.</li>' +
      '<li><strong>A service worker.</strong> Good for readers who come back. Most came once, from ' +
      'a search.</li>' +
      '</ul>' +
      '<h3>What I tell people now</h3>' +
      '<p>Open your page on the cheapest phone in the office, on mobile data, and count aloud. ' +
      'Then ask of each thing on it who would miss it. You will find the first four seconds ' +
      'without me.</p>',
  },
].map(({ project, gig, ...article }) => ({
  ...article,
  projectId: seedId(`project:${project}`),
  gigId: seedId(`gig:${gig}`),
}));
