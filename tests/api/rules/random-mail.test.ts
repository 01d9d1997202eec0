import { expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../api/modules/mail-replies/limits.ts';
import { run } from '../../../api/modules/mail-replies/read-mail.ts';
import { headerLines, isAutomatic, tokensOf } from '../../../api/modules/mail-replies/recognize.ts';
import { addressWith, replyToken } from '../../../api/modules/mail-replies/tokens.ts';
import { isVisible, withoutControl } from '../../../api/platform/characters.ts';
import fc, { randomRuns } from '../../support/fast-check.ts';
import { HIDDEN, isOwn, mailKinds, randomMail } from '../../support/random-mail.ts';
import { recordsOf } from '../../support/signed-mail.ts';

const PATTERN = 'studio+{token}@vy.example';
const EMAIL = 'asha@mail.example';
const TOKEN = replyToken(Buffer.alloc(32, 7), { id: 'c1' }, { id: 'u1', email: EMAIL });
const MARK = '9F1B47';
const NOW = new Date();
const RECORDS = recordsOf('mail.example', 'evil.example');

test('of 500 hostile and odd mails exactly those of the person are the person’s, and each is read within its limits', async () => {
  const counts = { own: 0, others: 0 };
  await fc.assert(
    fc.asyncProperty(mailKinds, async (kinds) => {
      const to = addressWith(TOKEN, PATTERN);
      const raw = await randomMail(kinds, { email: EMAIL, to, id: '1', mark: MARK, now: NOW });
      const lines = headerLines(raw.toString('latin1').split('\r\n\r\n')[0] ?? '');
      expect(tokensOf(lines, PATTERN)).toEqual([TOKEN]);
      expect(isAutomatic(lines)).toBe(false);
      const mail = await run({
        ...{
          raw,
          records: RECORDS,
          isStrict: false,
          pattern: PATTERN,
          token: TOKEN,
          marks: [MARK],
        },
        ...{ email: EMAIL, sender: 'studio@vy.example', name: 'Studio', receivedAt: NOW },
      });
      counts[mail.unproved === null ? 'own' : 'others'] += 1;
      expect(mail.unproved === null).toBe(isOwn(kinds));
      expect(mail.key).toMatch(/^[0-9a-f]{64}$/);
      expect(mail.text.length).toBeLessThanOrEqual(4_000);
      expect(mail.text).toBe(withoutControl(mail.text));
      expect(isVisible(mail.text) || mail.files.length > 0).toBe(true);
      expect(mail.text + mail.quoted).not.toContain(TOKEN);
      expect(mail.text + mail.quoted).not.toContain(HIDDEN);
      expect(mail.files.length).toBeLessThanOrEqual(5);
      for (const { name, bytes } of mail.files) {
        expect(name).toBe(withoutControl(name));
        expect(bytes.length).toBeLessThanOrEqual(MAX_FILE_BYTES + 1);
      }
    }),
    { numRuns: randomRuns(500) },
  );
  expect(Math.min(counts.own, counts.others)).toBeGreaterThan(50);
});
