import { expect, test } from 'vitest';
import { MAIL_DISOWNED } from '../../api/modules/chat/texts.ts';
import { CAN_RUN_DOVECOT, openImapServer } from '../support/imap-server.ts';
import { ASHA, ownerOf, PASSWORD, paidOrder, signUpBuyer } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';
import { composeMail } from '../support/signed-mail.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { expectAccessible, openPage } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

test('a link of a mail in the development mailbox opens the site in a tab', async () => {
  const app = await startTestApp({ SMTP_URL: '' });
  const email = 'uma@inbox.example';
  await app.visitor().post('/api/v1/user/sign-up', { name: 'Uma', email, password: PASSWORD });
  const { page, browserErrors } = await openPage(browser, app.origin);
  await page.goto('/dev/mail');
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Enter the code' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  // The page opens also without a session, and says what to do first.
  await opened.getByRole('heading', { name: 'Verify Your Email' }).waitFor();
  expect(browserErrors).toEqual([]);
  await page.context().close();
  await app.close();
});

test.skipIf(!CAN_RUN_DOVECOT)(
  'the owner takes an unproved mail over by one press; the buyer unfolds what it quotes and takes it out',
  async () => {
    const imap = await openImapServer();
    const settings = { MAIL_REPLIES: imap.url, MAIL_REPLY_ADDRESS: 'studio+{token}@vy.example' };
    const app = await startTestApp(settings, { textRecords: async () => [] });
    const [asha, owner] = [await signUpBuyer(app, ASHA), await ownerOf(app)];
    const orderId = await paidOrder(app, asha);
    const messageText = 'Which colour shall it be?';
    await owner.post('/api/v1/communicate/send-message', { orderId, messageText });
    app.advance(5 * 60_000);
    app.server.services.outbox.flush();
    const { text: ours = '', replyTo } = await app.mail.email(ASHA.email, /^New messages/);
    const quote = `On Friday, Studio <s@vy.example> wrote:\n${ours.replace(/^/gm, '> ')}`;
    const mail = { from: ASHA.email, to: replyTo?.[0]?.address ?? '', subject: 'Re: New messages' };
    await imap.deliver(await composeMail({ ...mail, text: `Blue, please.\n\n${quote}` }));

    await waitFor(async () => expect(await rowsWith(app, 'unproved_answers', {})).toHaveLength(1));
    const desk = await openPageAs(owner);
    await desk.page.goto('/desk/inbox');
    await desk.page.getByRole('list', { name: 'Conversations' }).getByRole('button').click();
    const answer = desk.page.getByRole('article', { name: 'An unproved answer' });
    await answer.getByText('Blue, please.').waitFor();
    await answer.getByRole('button', { name: 'Take it over' }).click();
    await answer.waitFor({ state: 'detached' });
    const taken = /You took this mail over\./;
    await desk.page.locator('.bubble').filter({ hasText: taken }).waitFor();

    const { page, browserErrors } = await openPageAs(asha);
    await page.goto(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
    const bubble = page.locator('.bubble').filter({ hasText: 'Blue, please.' });
    await bubble.getByText('The studio took this mail as yours.').waitFor();
    const quoted = bubble.getByRole('paragraph').filter({ hasText: messageText });
    expect(await quoted.isVisible()).toBe(false);
    await bubble.getByText('Show the quoted part').click();
    await quoted.waitFor();
    await expectAccessible(page);
    await bubble.getByRole('button', { name: 'I did not write this' }).click();
    await page.locator('.bubble').filter({ hasText: MAIL_DISOWNED }).waitFor();
    await bubble.waitFor({ state: 'detached' });
    await desk.page.locator('.bubble').filter({ hasText: MAIL_DISOWNED }).waitFor();
    expect([...browserErrors, ...desk.browserErrors]).toEqual([]);
    for (const each of [page, desk.page]) await each.context().close();
    await app.close();
    await imap.close();
  },
);
