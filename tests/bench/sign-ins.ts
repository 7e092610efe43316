/**
 * `npm run bench:sign-ins`: whether the time of a refused sign-in tells a name that somebody has from one that nobody has. Over the
 * real port, in turn, each try from another address behind a trusted proxy, so that no throttle is met.
 *
 * --tries N   of each, default 300
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { parseArgs } from 'node:util';
import { withAccounts } from '../../main/engine/accounts-alone.ts';
import { makeBenchCertificate } from './bench-certificate.ts';
import { openBenchFolder } from './bench-folder.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: { tries: { type: 'string', default: '300' }, cli: { type: 'string' } },
});
const tries = Number(options.tries);
const secret = 'clave-de-la-prueba';

const certificate = makeBenchCertificate();
const { cert, key } = certificate;
const folder = openBenchFolder(undefined);
const invitation = await withAccounts(folder.path, async (accounts, actor) => {
  await accounts.save(1, { name: 'Ana Prueba', email: '', role: 'administrator', verdictLimit: null }, actor);
  const invited = await accounts.invite(1, actor);
  return invited.kind === 'done' ? invited.token : '';
});
const served = await servePerito(folder.path, {
  cli: options.cli,
  more: [
    ...['--console-host', '127.0.0.1', '--console-tls-cert', cert, '--console-tls-key', key],
    ...['--console-trusted-proxy', '127.0.0.1'],
  ],
});
const { port } = new URL(served.consoleUrl);
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(cert), servername: 'localhost' });
let callers = 0;

/** The milliseconds until the answer, and its status. */
function call(procedure: string, input: object): Promise<{ took: number; status: number }> {
  callers += 1;
  const from = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  const { promise, resolve, reject } = Promise.withResolvers<{ took: number; status: number }>();
  const began = performance.now();
  const sent = request(
    {
      ...{ agent, host: '127.0.0.1', port, method: 'POST', path: `/rpc/people/${procedure}` },
      headers: {
        ...{ host: `localhost:${port}`, 'content-type': 'application/json', 'x-forwarded-for': from },
      },
    },
    (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ took: performance.now() - began, status: answer.statusCode ?? 0 }));
    },
  );
  sent.on('error', reject).end(JSON.stringify({ json: input }));
  return promise;
}

/** The quantiles of a list, in milliseconds. */
function spread(times: readonly number[]): string[] {
  const sorted = [...times].sort((one, other) => one - other);
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((part) =>
    (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(1),
  );
}

try {
  await call('acceptInvitation', { token: invitation, secret });
  const [known, unknown]: [number[], number[]] = [[], []];
  let refusals = 0;
  for (let index = 0; index < tries; index += 1) {
    const pair = [
      { times: known, who: 'Ana Prueba' },
      { times: unknown, who: `Nadie ${index}` },
    ];
    for (const { times, who } of index % 2 === 0 ? pair : pair.reverse()) {
      const { took, status } = await call('signIn', { who, secret: 'otra-clave-cualquiera' });
      if (status === 429) refusals += 1;
      times.push(took);
    }
    // The right one forgives what was wrong, so that the account waits for nothing.
    await call('signIn', { who: 'Ana Prueba', secret });
  }
  const head = ['name', 'tries', '5 %', '25 %', 'median ms', '75 %', '95 %'];
  console.log(
    table(head, [
      ['known', String(known.length), ...spread(known)],
      ['unknown', String(unknown.length), ...spread(unknown)],
    ]),
  );
  const slower = known.filter((took, index) => took > (unknown[index] ?? 0)).length;
  console.log(`Of ${tries} pairs the known one was slower in ${slower}. ${refusals} were not looked at.`);
} finally {
  agent.destroy();
  await served.stop();
  folder.close();
  certificate.remove();
}
