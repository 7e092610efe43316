/** What stands between an office and the world, in a network namespace of its own: each port is another fault. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';

const [receiver = '', httpPort = '0', httpsPorts = ''] = process.argv.slice(2);
const listening: Promise<void>[] = [];
const listen = (server: { listen(port: number, host: string, done: () => void): unknown }, port: number) =>
  listening.push(new Promise((resolve) => server.listen(port, '0.0.0.0', resolve)));

const forward = (from: number, to: number) =>
  listen(
    createTcpServer((socket) => {
      const onward = connect(to, receiver);
      socket.on('error', () => onward.destroy()).pipe(onward);
      onward.on('error', () => socket.destroy()).pipe(socket);
    }),
    from,
  );
forward(8001, Number(httpPort));
for (const [index, port] of httpsPorts.split(',').entries()) forward(8100 + index, Number(port));

const proxy = (from: number, change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders, to = httpPort) =>
  listen(
    createServer((call, answer) => {
      const headers = change({ ...call.headers, 'x-forwarded-for': call.socket.remoteAddress });
      const { method, url } = call;
      const onward = request({ host: receiver, port: to, method, path: url, headers }, (said) => {
        answer.writeHead(said.statusCode ?? 500, said.headers);
        said.pipe(answer);
      });
      onward.on('error', () => answer.writeHead(502, { server: 'router' }).end());
      call.pipe(onward);
    }),
    from,
  );
proxy(8002, (headers) => headers);
proxy(8003, (headers) => headers, '9');
proxy(8004, ({ 'x-api-key': _, ...headers }) => headers);
listen(
  createServer((_call, answer) => answer.writeHead(200, { server: 'webmail' }).end('Welcome')),
  8005,
);
listen(
  createServer((call, answer) => answer.writeHead(301, { location: `https://example.com${call.url}` }).end()),
  8006,
);
// Answers as Perito does, to be sent the key.
listen(
  createServer((call, answer) => {
    const isAsked = call.url?.startsWith('/.well-known/perito/') === true;
    answer.writeHead(isAsked ? 200 : 401).end(isAsked ? 'perito\n' : '');
  }),
  8007,
);
await Promise.all(listening);
process.stdout.write('ready\n');
