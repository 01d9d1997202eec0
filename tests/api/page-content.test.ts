import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPageContent } from '../../api/modules/site/build/validate-release.ts';

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
const NOWHERE = `/media/${'0'.repeat(40)}.png`;

test('hashes the inline scripts of a page however their tags are written', () => {
  const { scripts } = readPageContent(`<!doctype html><html><head>
    <script data-note="a > b">one()</script><SCRIPT type=module>two()</SCRIPT >
    <script src="/_astro/three.js"></script>
    <script type='application/ld+json'>{"name":"four"}</script></head></html>`);
  expect(scripts).toEqual([hashOf('one()'), hashOf('two()')]);
});

test('hashes nothing that only looks like a script', () => {
  const { scripts } = readPageContent(`<p title="<script>one()</script>">A review</p>
    <!-- <script>two()</script> --><textarea><script>three()</script></textarea>
    &lt;script&gt;four()&lt;/script&gt;<title><script>five()</script></title>`);
  expect(scripts).toEqual([]);
});

test('reads addresses from attributes and not from text', () => {
  const { addresses } = readPageContent(`<p>Look at ${NOWHERE} or href="/nowhere"</p>
    <astro-island props='{"comment":"${NOWHERE}"}'></astro-island>
    <script>const page = '<a href="/unfilled">';</script>
    <a href="/my-work?a=1&amp;b=2#top">Work</a><a href="//other.example/x">Away</a>
    <img src=/media/a.webp srcset="/media/b.webp 1x, /media/c.webp 2x">`);
  expect(addresses).toEqual([
    '/my-work?a=1&b=2#top',
    '/media/a.webp',
    '/media/b.webp',
    '/media/c.webp',
  ]);
});
