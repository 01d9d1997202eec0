import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { ownerOf, PASSWORD, signedIn } from '../support/people.ts';
import { callsOf } from '../support/routes.ts';
import { mailAfter } from './account-steps.ts';
import type { AssistantModel, Model } from './model.ts';
import { click, moves } from './owner-steps.ts';
import { hasOrders, pick, step } from './step.ts';

const DESK = '/api/v1/desk';
const nth = fc.nat({ max: 30 });

/** What an assistant may call of the dashboard; a new call is refused until it is written here, too. */
const ALLOWED = [
  'GET /waiting',
  'GET /orders',
  'GET /orders/:id',
  'GET /orders/file/:id',
  'GET /orders/picture/:id',
  'GET /orders/archive/:id',
  'POST /orders/:id/accept',
  'POST /orders/:id/deliver',
  'POST /orders/:id/uploads',
  'DELETE /orders/:id/files/:file',
  'PATCH /revisions/:id',
];
/** How many refused calls a step tries. */
const TRIED = 8;

const assistantOf = ({ assistant }: Model): AssistantModel => {
  if (!assistant) throw new Error('there is no assistant');
  return assistant;
};

const hasAssistant = ({ assistant }: Model): boolean => assistant !== null;

const inviting = fc.constant(
  step({
    scenario: () => 'the owner invites an assistant, who accepts',
    possible: (model) => !hasAssistant(model) && model.mailWorks,
    async run(model, { app }) {
      const owner = await ownerOf(app);
      const email = `${crypto.randomUUID()}@assistants.example`;
      const mails = app.mail.emails.length;
      expect((await owner.post(`${DESK}/assistants/invitations`, { email })).status).toBe(201);
      const text = await mailAfter(app, mails, { address: email, subject: /invited/i });
      const token = /\/invitation\/([\w-]+)/.exec(text)?.[1];
      const accept = () =>
        app
          .visitor()
          .post(`/api/v1/user/invitation/${token}`, { name: 'Ravi', password: PASSWORD });
      expect([(await accept()).status, (await accept()).status]).toEqual([200, 400]);
      const { assistants } = (await owner.get(`${DESK}/assistants`)).body;
      const userId = assistants.find((each: { email: string }) => each.email === email)._id;
      model.assistant = { userId, person: await signedIn(app, userId) };
    },
  }),
);

const answering = nth.map((at) =>
  step({
    scenario: (model) => `the assistant sends one message twice about ${pick(model, at).label}`,
    possible: (model) => hasAssistant(model) && hasOrders(model),
    async run(model) {
      const order = pick(model, at);
      const { person } = assistantOf(model);
      const clientId = crypto.randomUUID();
      const message = { orderId: order.id, messageText: 'We begin soon.', clientId };
      const send = () => person.post('/api/v1/communicate/send-message', message);
      expect([(await send()).status, (await send()).status]).toEqual([201, 200]);
      order.messages.push(clientId);
      const listed = (await person.get(`${DESK}/orders/${order.id}`)).status;
      expect(listed).toBe(200);
    },
  }),
);

const moving = fc
  .record({ at: nth, move: fc.constantFrom<(keyof typeof moves)[]>('accept', 'deliver', 'reject') })
  .map(({ at, move }) =>
    step({
      scenario: (model) => `the assistant clicks ${move} twice on ${pick(model, at).label}`,
      possible: (model) => hasAssistant(model) && hasOrders(model),
      async run(model, { app }) {
        const order = pick(model, at);
        const { person } = assistantOf(model);
        if (move !== 'reject') return click(model, app, { by: person, order, move });
        const { status } = await person.post(
          `${DESK}/orders/${order.id}/reject`,
          moves.reject.body,
        );
        expect(status, 'rejecting refunds').toBe(403);
      },
    }),
  );

const trying = fc.record({ at: nth, from: fc.nat({ max: 200 }) }).map(({ at, from }) =>
  step({
    scenario: () => `the assistant tries ${TRIED} calls of the owner alone`,
    possible: (model) => hasAssistant(model) && hasOrders(model),
    async run(model, { app }) {
      const { person } = assistantOf(model);
      const { id } = pick(model, at);
      const refused = callsOf(app.server.routes)
        .filter((call) => call.includes(` ${DESK}/`) && !call.includes('*'))
        .filter((call) => !ALLOWED.includes(call.replace(DESK, '')));
      expect(refused.length).toBeGreaterThan(50);
      for (let tried = 0; tried < TRIED; tried += 1) {
        const call = refused[(from + tried) % refused.length] ?? '';
        const [method = '', path = ''] = call.replaceAll(/:\w+/g, id).split(' ');
        const answer =
          method === 'GET' ? await person.get(path) : await person.write(method, path, {}, {});
        expect(answer.status, call).toBe(403);
      }
    },
  }),
);

const ending = fc.constant(
  step({
    scenario: () => 'the owner ends the assistance',
    possible: hasAssistant,
    async run(model, { app }) {
      const owner = await ownerOf(app);
      const { userId, person } = assistantOf(model);
      expect((await owner.delete(`${DESK}/assistants/${userId}`)).status).toBe(200);
      model.endedStaff.push(person);
      model.assistant = null;
    },
  }),
);

export const assistantSteps = [inviting, answering, moving, moving, trying, ending];
