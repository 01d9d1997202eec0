import { parseArgs } from 'node:util';
import { benchAnswers } from './answers.ts';
import { benchProcesses } from './processes.ts';
import { benchSockets } from './sockets.ts';

const text = { type: 'string' } as const;
const options = { engine: text, processes: text, sockets: text };
const { engine, processes = '1', sockets } = parseArgs({ options }).values;
const counts = processes.split(',').map(Number);
if (sockets) await benchSockets(sockets.split(',').map(Number), counts);
else if (engine === 'postgres') await benchProcesses(counts);
else await benchAnswers();
