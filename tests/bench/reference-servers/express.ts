import type { AddressInfo } from 'node:net';
import express from 'express';
import { serve } from '../child.ts';
import { openStatements } from './statements.ts';

const sql = openStatements(process.argv[2] ?? '');

/** A typical careful implementation: Express and prepared statements, assembled in JavaScript. */
const app = express();
app.get('/list', (_request, response) => response.json({ success: true, gigs: sql.gigs() }));
app.get('/orders', (request, response) => {
  const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  const orders = token ? sql.ordersOf(token) : null;
  if (orders) response.json({ success: true, orders, count: orders.length });
  else response.status(401).json({ success: false });
});
app.post('/orders', express.json(), (request, response) => {
  response.status(201).json({ success: true, id: sql.sell(request.body) });
});
const server = app.listen(0, '127.0.0.1', () => {
  serve({ port: (server.address() as AddressInfo).port });
});
