import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { UsageProblem } from '../../main/command-line/command.ts';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

// What becomes of these is the same as above: the words, the usage, and exit code 2.
test.each([
  [['--receiver-port', '-1'], '--receiver-port'],
  [['--hold-seconds', '91'], '--hold-seconds takes a whole number from 0 to 90'],
  [['--receiver-address', 'localhost'], '--receiver-address takes an IP address'],
  [['--platform-url', 'plataforma'], '--platform-url takes an http or https address'],
  [['--platform-uri', 'https://x.example'], "Unknown option '--platform-uri'"],
  [['--attachment-host', 'fotos.example:70000'], 'takes a port from 1 to 65535 after "fotos.example:"'],
  [['--tls-cert', '/c.pem'], 'TLS takes --tls-cert and --tls-key together, or --tls-pfx alone.'],
  [['--tls-cert', 'c', '--tls-key', 'k', '--tls-pfx', 'p'], 'or --tls-pfx alone'],
  [['--console-host', '0.0.0.0'], 'The console is not served on 0.0.0.0 without TLS'],
  [['--console-host', '192.0.2.1', '--console-tls-cert', 'c'], '--console-tls-key go together'],
  [['--console-host', '::1'], 'Without TLS the console listens on 127.0.0.1 alone'],
  [['--console-host', 'consola.example'], '--console-host takes an IP address'],
  [['--console-tls-cert', 'c', '--console-tls-key', 'k'], '--console-tls-cert goes with --console-host'],
  [['--public-url', 'https://user:secret@perito.example'], '--public-url takes an http or https address'],
  [['--trusted-proxy', 'proxy.example'], '--trusted-proxy takes an IP address, or a network'],
  [['--console-trusted-proxy', '127.0.0.1'], '--console-trusted-proxy goes with --console-host'],
  [['--console-host', '127.0.0.1', '--console-trusted-proxy', '127.0.0.1'], 'Without TLS the console'],
  [['--console-host', '0.0.0.0', '--console-trusted-proxy', 'proxy'], '--console-trusted-proxy takes an IP'],
  [['more'], "Unexpected argument 'more'"],
])('serve %j is refused', (given, words) => {
  const read = () => readServeOptions(given, {});
  expect(read).toThrow(UsageProblem);
  expect(read).toThrow(words);
});

test('the second copy of a run goes anywhere but into the data directory', () => {
  const folder = temporaryFolder();
  const [data, inside, link, outside] = ['data', 'data/copy', 'link', 'other'].map((name) =>
    join(folder, name),
  );
  mkdirSync(inside ?? '', { recursive: true });
  symlinkSync(data ?? '', link ?? '');
  const read = (copy: string | undefined) =>
    readServeOptions(['--data', data ?? '', '--second-copy', copy ?? ''], {}).secondCopy;
  expect([read(outside), read(relative('.', outside ?? ''))]).toEqual([outside, outside]);
  expect(readServeOptions([], {}).secondCopy).toBeUndefined();
  for (const refused of [data, inside, `${data}/not/there`, link, `${link}/copy`, `${link}/not/there`])
    expect(() => read(refused)).toThrow('outside the data directory');
  expect(() => read('')).toThrow('--second-copy is empty.');
});

const attachmentsOf = (given: string[]) => readServeOptions(given, {}).engine.attachments;
const host = (name: string) => ['--attachment-host', name];

test('photos come from nowhere but where the command line says', () => {
  expect(attachmentsOf([])).toEqual({ allowLoopback: false, hosts: [] });
  expect(attachmentsOf(['--allow-loopback-attachments'])).toEqual({ allowLoopback: true, hosts: [] });
  expect(attachmentsOf([...host('b.example'), ...host('a.example'), ...host('B.example')])).toEqual({
    allowLoopback: false,
    hosts: ['b.example', 'a.example'],
  });
});

test.each([
  ['Fotos.Example', 'fotos.example'],
  ['fotos.example.', 'fotos.example'],
  ['señal.example', 'xn--seal-hqa.example'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['::1', '[::1]'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
  ['fotos.example:8443', 'fotos.example:8443'],
  ['Fotos.Example.:8443', 'fotos.example:8443'],
  ['fotos.example:443', 'fotos.example'],
  ['fotos.example:80', 'fotos.example:80'],
  ['fotos.example:65535', 'fotos.example:65535'],
  ['127.0.0.1:41234', '127.0.0.1:41234'],
  ['[::1]:80', '[::1]:80'],
  ['[2001:DB8::1]:443', '[2001:db8::1]'],
  // An address of IPv6 alone, whatever its last part looks like.
  ['2001:db8::1:8443', '[2001:db8::1:8443]'],
])('%s is %s', (given, name) => {
  expect(attachmentsOf(host(given))?.hosts).toEqual([name]);
});

test.each([
  ['fotos.example:0', 'takes a port from 1 to 65535 after "fotos.example:"'],
  ['fotos.example:65536', 'takes a port from 1 to 65535'],
  ['fotos.example:-1', 'takes a port from 1 to 65535'],
  ['fotos.example:https', 'takes a port from 1 to 65535'],
  ['fotos.example:', 'takes a port from 1 to 65535'],
  ['[::1]:0', 'takes a port from 1 to 65535 after "[::1]:"'],
  ['https://fotos.example/fotos', 'write "fotos.example".'],
  ['https://fotos.example:8443/fotos', 'write "fotos.example:8443".'],
  ['http://fotos.example/fotos', 'write "fotos.example:80".'],
  ['https://ana:clave@fotos.example', 'write "fotos.example".'],
  ['fotos.example/fotos', 'write "fotos.example".'],
  ['*.example', 'for example "fotos.example"'],
  ['a.example,b.example c', 'for example "fotos.example"'],
  ['..', 'for example'],
  ['a..example', 'takes a name or an IP address, and a port'],
  ['', 'for example'],
  ['%00', 'for example'],
  ['[::1', 'for example'],
])('%j is no host with or without a port, and what to write is said', (given, words) => {
  expect(() => attachmentsOf(host(given))).toThrow(UsageProblem);
  expect(() => attachmentsOf(host(given))).toThrow(words);
  expect(() => attachmentsOf(host(given))).not.toThrow('clave');
});

test('a host that is missing is said', () => {
  expect(() => attachmentsOf(['--attachment-host'])).toThrow(UsageProblem);
  expect(() => attachmentsOf(['--attachment-host', '--allow-loopback-attachments'])).toThrow(UsageProblem);
});

test('the certificate of a run, its public address and the proxies that are trusted are read', () => {
  const read = (...given: string[]) => readServeOptions(given, {}).engine.receiver;
  const pem = read(
    '--tls-cert',
    'certs/c.pem',
    '--tls-key',
    '/k.pem',
    '--public-url',
    'https://perito.example',
  );
  expect(pem).toEqual({
    tls: { mode: 'pem', certificateFile: resolve('certs/c.pem'), keyFile: '/k.pem' },
    publicUrl: 'https://perito.example',
  });
  expect(read('--tls-pfx', '/c.pfx', '--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', '::1')).toEqual({
    tls: { mode: 'pfx', file: '/c.pfx' },
    trustedProxies: ['10.0.0.0/8', '::1'],
  });
  expect(() => read('--public-url', 'https://user:secret@perito.example')).not.toThrow(/secret/);
});

test('the console goes beyond this computer by a certificate of its own, or the receiver’s', () => {
  const read = (...given: string[]) => readServeOptions(given, {}).consoleBeyond;
  const [own, other] = ['/c.pem', '/k.pem'];
  const files = { mode: 'pem', certificateFile: own, keyFile: other };
  expect(read('--console-host', '0.0.0.0', '--console-tls-cert', own, '--console-tls-key', other)).toEqual({
    host: '0.0.0.0',
    files,
  });
  expect(read('--console-host', '192.0.2.1', '--tls-cert', own, '--tls-key', other)).toEqual({
    host: '192.0.2.1',
    files,
  });
  const both = ['--tls-pfx', '/r.pfx', '--console-tls-cert', own, '--console-tls-key', other];
  expect(read('--console-host', '::', ...both)).toEqual({ host: '::', files });
  expect(read('--console-host', '127.0.0.1')).toBeUndefined();
  expect(read('--tls-cert', own, '--tls-key', other)).toBeUndefined();
});
