// Draws the sound of a new message: two soft notes, a fifth apart. Run by hand: node db/seed/draw/sound.ts
import { writeFileSync } from 'node:fs';

const RATE = 16_000;
const SECONDS = 0.42;
const NOTES = [
  { at: 0, hertz: 659.26 },
  { at: 0.11, hertz: 987.77 },
];

const samples = Math.round(RATE * SECONDS);
const sound = Buffer.alloc(44 + samples * 2);
sound.write('RIFF', 0);
sound.writeUInt32LE(36 + samples * 2, 4);
sound.write('WAVEfmt ', 8);
sound.writeUInt32LE(16, 16);
sound.writeUInt16LE(1, 20);
sound.writeUInt16LE(1, 22);
sound.writeUInt32LE(RATE, 24);
sound.writeUInt32LE(RATE * 2, 28);
sound.writeUInt16LE(2, 32);
sound.writeUInt16LE(16, 34);
sound.write('data', 36);
sound.writeUInt32LE(samples * 2, 40);
for (let at = 0; at < samples; at += 1) {
  const now = at / RATE;
  const fade = Math.min(1, (SECONDS - now) / 0.05);
  let level = 0;
  for (const note of NOTES) {
    const passed = now - note.at;
    if (passed < 0) continue;
    const swell = Math.min(1, passed / 0.006) * Math.exp(-passed * 11);
    const turn = 2 * Math.PI * note.hertz * passed;
    level += swell * (Math.sin(turn) + 0.22 * Math.sin(2 * turn));
  }
  sound.writeInt16LE(Math.round(level * fade * 0.26 * 32_767), 44 + at * 2);
}
writeFileSync(new URL('../../../public/sounds/message.wav', import.meta.url), sound);
