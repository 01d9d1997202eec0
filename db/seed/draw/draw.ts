/**
 * Draws every picture of the starter shop and the site.
 *   node db/seed/draw/draw.ts             everything
 *   node db/seed/draw/draw.ts rest-api    only names that contain a given word
 *   PREVIEW=/tmp/look node …              one PNG per picture there, nothing else
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { jobs } from './jobs.ts';
import { writeVectors } from './marks.ts';
import { open, save, shoot } from './render.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const words = process.argv.slice(2);
const preview = process.env['PREVIEW'];
const chosen = jobs.filter((j) => words.length === 0 || words.some((w) => j.name.includes(w)));

if (!preview) writeVectors();
const engine = await open();
let total = 0;
const queue = [...chosen];
const worker = async (): Promise<void> => {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const png = await shoot(engine, job.html(), job.w, job.h, job.clear);
    if (preview) {
      mkdirSync(preview, { recursive: true });
      writeFileSync(`${preview}/${job.name}.png`, await sharp(png).resize(job.w).png().toBuffer());
      continue;
    }
    for (const out of job.outs) {
      const size = await save(png, { ...out, path: root + out.path });
      total += size;
      if (size > out.maxKb * 1024)
        console.warn(`over budget: ${out.path} ${Math.round(size / 1024)} KB`);
    }
    console.log(job.name);
  }
};
await Promise.all([worker(), worker()]);
await engine.close();
console.log(`${chosen.length} pictures, ${Math.round(total / 1024)} KB`);
