import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { AttachmentProblemCode } from '../../../../shared/attachment-terms.ts';

/** What a server answers, byte for byte, and what becomes of the fetch. */
export interface HostileAnswer {
  name: string;
  /** Null where the file lands. */
  problem: AttachmentProblemCode | null;
  /** How the detail begins. */
  detail?: string;
  retryAfterSeconds?: number;
  /** Whose approval is missing. */
  host?: string;
  /** The text of the file that lands. */
  text?: string;
  answer(socket: Socket): void;
}

const head = (lines: readonly string[], status = '200 OK') =>
  [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');

/** Writes bytes and closes. */
const say =
  (...pieces: (string | Buffer)[]) =>
  (socket: Socket) => {
    socket.end(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string, 'latin1'))));
  };

/** Writes bytes and leaves the connection open. */
const sayAndStay =
  (...pieces: (string | Buffer)[]) =>
  (socket: Socket) => {
    socket.write(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string, 'latin1'))));
  };

/** Writes the same for as long as somebody reads. */
const sayForEver = (start: string, piece: string) => (socket: Socket) => {
  socket.write(start);
  const many = piece.repeat(Math.ceil(16_384 / piece.length));
  const write = () => {
    while (!socket.destroyed && socket.write(many));
    if (!socket.destroyed) socket.once('drain', write);
  };
  write();
};

/** Writes bytes and resets the connection once they are on their way. */
const sayAndReset = (bytes: string) => (socket: Socket) => {
  socket.write(bytes, () => socket.resetAndDestroy());
};

const sized = (body: Buffer | string, ...lines: string[]) =>
  say(head([`Content-Length: ${body.length}`, ...lines]), body);

const redirect = (location: string, status = '302 Found') =>
  say(head([`Location: ${location}`, 'Content-Length: 0'], status));

const chunked = head(['Transfer-Encoding: chunked']);

/** One gigabyte in one megabyte: members one after the other unfold one after the other. */
const gzipBomb = () => Buffer.concat(Array(100).fill(gzipSync(Buffer.alloc(10_000_000))));
const brotliBomb = () =>
  brotliCompressSync(Buffer.alloc(64_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
/** The bombs are made only where they are thrown. */
const bomb = (make: () => Buffer, encoding: string) => (socket: Socket) =>
  sized(make(), `Content-Encoding: ${encoding}`)(socket);

const photo = 'una foto de prueba';

const landing: HostileAnswer[] = [
  { name: 'a plain answer', problem: null, text: photo, answer: sized(photo) },
  {
    name: 'bytes behind the length that it says',
    problem: null,
    text: photo,
    answer: say(head([`Content-Length: ${photo.length}`]), photo, 'HTTP/1.1 200 OK\r\n\r\nmás'),
  },
  {
    name: 'chunks',
    problem: null,
    text: photo,
    answer: say(chunked, '3;a=b\r\nuna\r\nf\r\n foto de prueba\r\n0\r\nX-Fin: 1\r\n\r\n'),
  },
  { name: 'until it closes', problem: null, text: photo, answer: say(head([]), photo) },
  {
    name: 'gzip, though nobody asked',
    problem: null,
    text: photo,
    answer: (socket) => sized(gzipSync(photo), 'Content-Encoding: gzip')(socket),
  },
  {
    name: 'a name with folders',
    problem: null,
    text: photo,
    answer: sized(photo, 'Content-Disposition: attachment; filename="../../../../tmp/perito-fuera"'),
  },
  {
    name: 'a name of another drive',
    problem: null,
    text: photo,
    answer: sized(photo, "Content-Disposition: attachment; filename*=UTF-8''C%3A%5CWindows%5Cx.exe"),
  },
  { name: 'a cookie', problem: null, text: photo, answer: sized(photo, 'Set-Cookie: a=b') },
  {
    name: 'a hundred early answers',
    problem: null,
    text: photo,
    answer: say('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100), head([]), photo),
  },
];

const lengths: HostileAnswer[] = [
  { name: 'a body without an end', problem: 'tooLarge', answer: sayForEver(head([]), 'abc') },
  { name: 'chunks without an end', problem: 'tooLarge', answer: sayForEver(chunked, '3\r\nabc\r\n') },
  {
    name: 'a length above the limit',
    problem: 'tooLarge',
    detail: '9007199254740991',
    answer: sayAndStay(head(['Content-Length: 9007199254740991'])),
  },
  { name: 'a gzip bomb', problem: 'tooLarge', answer: bomb(gzipBomb, 'gzip') },
  { name: 'a gzip bomb by its old name', problem: 'tooLarge', answer: bomb(gzipBomb, 'X-GZIP') },
  { name: 'a brotli bomb', problem: 'tooLarge', answer: bomb(brotliBomb, 'br') },
  {
    name: 'a deflate bomb',
    problem: 'tooLarge',
    answer: bomb(() => deflateSync(Buffer.alloc(64_000_000)), 'deflate'),
  },
  {
    name: 'fewer bytes than it says',
    problem: 'closedEarly',
    answer: say(head(['Content-Length: 100']), photo),
  },
  {
    name: 'a reset in the body',
    problem: 'closedEarly',
    answer: sayAndReset(head(['Content-Length: 100']) + photo),
  },
  { name: 'a reset without a length', problem: 'closedEarly', answer: sayAndReset(head([]) + photo) },
  { name: 'chunks without their end', problem: 'closedEarly', answer: say(chunked, '12\r\nuna foto') },
  { name: 'no last chunk', problem: 'closedEarly', answer: say(chunked, '3\r\nuna\r\n') },
  { name: 'closed at once', problem: 'closedEarly', answer: (socket) => void socket.end() },
  { name: 'reset at once', problem: 'closedEarly', answer: (socket) => void socket.resetAndDestroy() },
  { name: 'half a status line', problem: 'closedEarly', answer: say('HTTP/1.1 20') },
  { name: 'half a header', problem: 'closedEarly', answer: say('HTTP/1.1 200 OK\r\nContent-Le') },
  { name: 'nothing', problem: 'empty', answer: sized('') },
  { name: 'nothing in chunks', problem: 'empty', answer: say(chunked, '0\r\n\r\n') },
  { name: 'nothing until it closes', problem: 'empty', answer: say(head([])) },
  {
    name: 'nothing, compressed',
    problem: 'empty',
    answer: (socket) => sized(gzipSync(''), 'Content-Encoding: gzip')(socket),
  },
];

const notHttp: HostileAnswer[] = [
  ['an SSH server', say('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a mail server', say('220 correo.prueba.example ESMTP\r\n')],
  ['a page of HTTP/0.9', say('<html>hola</html>\r\n')],
  ['zeros', say(Buffer.alloc(100))],
  ['HTTP/2', say(Buffer.from('00000604000000000000040100000000', 'hex'))],
  ['a version that is none', say('HTTP/9.9 200 OK\r\n\r\n')],
  ['radio', say('ICY 200 OK\r\n\r\nabc')],
  ['a status that is none', say('HTTP/1.1 dos\r\n\r\n')],
  ['a status of one digit', say('HTTP/1.1 2 OK\r\n\r\n')],
  ['a length that is none', say(head(['Content-Length: muchos']), photo)],
  ['a negative length', say(head(['Content-Length: -1']), photo)],
  ['a length with a sign', say(head(['Content-Length: +5']), photo)],
  ['an endless length', say(head([`Content-Length: ${'9'.repeat(40)}`]), photo)],
  ['two lengths', say(head(['Content-Length: 3', 'Content-Length: 5']), photo)],
  ['a length and chunks', say(head(['Content-Length: 3', 'Transfer-Encoding: chunked']), '0\r\n\r\n')],
  ['a chunk size that is none', say(chunked, 'xyz\r\nabc\r\n0\r\n\r\n')],
  ['an endless chunk size', say(chunked, `${'f'.repeat(40)}\r\nabc`)],
  ['a chunk longer than it says', say(chunked, '2\r\nabcdef\r\n0\r\n\r\n')],
  ['an endless chunk extension', sayForEver(`${chunked}3;`, 'a')],
  ['an endless trailer', sayForEver(`${chunked}3\r\nabc\r\n0\r\nX: `, 'a')],
  ['an endless header', sayForEver('HTTP/1.1 200 OK\r\nX: ', 'a')],
  ['headers without an end', sayForEver('HTTP/1.1 200 OK\r\n', 'X: a\r\n')],
  ['an endless status line', sayForEver('HTTP/1.1 200 ', 'a')],
  ['a NUL in a header', say('HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n', photo)],
  ['a header without a name', say('HTTP/1.1 200 OK\r\n: b\r\n\r\n', photo)],
  ['a space before the colon', say('HTTP/1.1 200 OK\r\nContent-Length : 3\r\n\r\n', photo)],
  ['a bare line feed between headers', say('HTTP/1.1 200 OK\nX: a\n\n', photo)],
].map(([name, answer]) => ({
  name: name as string,
  problem: 'notHttp',
  detail: 'HPE_',
  answer: answer as HostileAnswer['answer'],
}));

const statuses: HostileAnswer[] = [
  '101 Switching Protocols',
  '201 Created',
  '202 Accepted',
  '203 Non-Authoritative Information',
  '204 No Content',
  '205 Reset Content',
  '206 Partial Content',
  '300 Multiple Choices',
  '304 Not Modified',
  '305 Use Proxy',
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '407 Proxy Authentication Required',
  '410 Gone',
  '418 Tetera',
  '500 Internal Server Error',
  '999 ?',
].map((status) => ({
  name: `status ${status}`,
  problem: 'httpStatus',
  detail: status.slice(0, 3),
  answer: say(
    head(
      ['Location: https://ajeno.example/', 'Connection: Upgrade', 'Upgrade: x', 'Content-Range: bytes 0-1/9'],
      status,
    ),
    status.startsWith('204') || status.startsWith('304') ? '' : photo,
  ),
}));

const later = (
  name: string,
  header: string,
  retryAfterSeconds: number,
  status = '503 Service Unavailable',
) => ({
  name: `come back ${name}`,
  problem: 'httpStatus' as const,
  detail: status.slice(0, 3),
  retryAfterSeconds,
  answer: say(head([`Retry-After: ${header}`, 'Content-Length: 0'], status)),
});

const retries: HostileAnswer[] = [
  later('in two minutes', '120', 120),
  later('in two minutes (429)', '120', 120, '429 Too Many Requests'),
  later('in a century', '9999999999999999999999', 86_400),
  later('at a date long past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0),
  later('at a date far off', 'Fri, 31 Dec 9999 23:59:59 GMT', 86_400),
];

const encodings: HostileAnswer[] = [
  ...['compress', 'zstd', 'gzip, gzip', 'identity, br', 'gzip;q=1', 'dcb', '../../x'].map(
    (encoding): HostileAnswer => ({
      name: `encoding ${encoding}`,
      problem: 'encodingNotAllowed',
      detail: encoding,
      answer: sized(photo, `Content-Encoding: ${encoding}`),
    }),
  ),
  {
    name: 'compressed on the way',
    problem: 'encodingNotAllowed',
    detail: 'gzip, chunked',
    answer: say(head(['Transfer-Encoding: gzip, chunked']), '3\r\nabc\r\n0\r\n\r\n'),
  },
  ...['gzip', 'deflate', 'br'].map(
    (encoding): HostileAnswer => ({
      name: `${encoding} that is none`,
      problem: 'badEncoding',
      answer: sized('no es lo que dice ser', `Content-Encoding: ${encoding}`),
    }),
  ),
  {
    name: 'gzip that is cut',
    problem: 'badEncoding',
    answer: (socket) => sized(gzipSync(photo).subarray(0, 20), 'Content-Encoding: gzip')(socket),
  },
  {
    name: 'gzip with a wrong sum',
    problem: 'badEncoding',
    answer: (socket) => {
      const bytes = gzipSync(photo);
      bytes.writeUInt32LE(1, bytes.length - 8);
      sized(bytes, 'Content-Encoding: gzip')(socket);
    },
  },
  {
    name: 'brotli that is cut',
    problem: 'badEncoding',
    answer: (socket) => sized(brotliCompressSync(photo).subarray(0, 8), 'Content-Encoding: br')(socket),
  },
  {
    name: 'gzip whose connection ends',
    problem: 'closedEarly',
    answer: (socket) =>
      say(head(['Content-Length: 900', 'Content-Encoding: gzip']), gzipSync(photo).subarray(0, 20))(socket),
  },
];

const elsewhere: [name: string, location: string, problem: AttachmentProblemCode, host?: string][] = [
  ['another host', 'https://ajeno.example/x', 'redirectHostNotApproved', 'ajeno.example'],
  ['another host, without a scheme', '//ajeno.example/x', 'redirectHostNotApproved', 'ajeno.example:80'],
  ['another port', 'http://127.0.0.1:8443/x', 'redirectHostNotApproved', '127.0.0.1:8443'],
  ['no port', 'https://127.0.0.1/x', 'redirectHostNotApproved', '127.0.0.1'],
  ['another host, with backslashes', '\\\\ajeno.example\\x', 'redirectHostNotApproved', 'ajeno.example:80'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/', 'addressNotPublic'],
  ['metadata, decimal', 'https://2852039166/', 'addressNotPublic'],
  ['a private address', 'https://192.168.0.1/', 'addressNotPublic'],
  ['a private address, mapped', 'https://[::ffff:10.0.0.1]/', 'addressNotPublic'],
  ['every address of this machine', 'http://0.0.0.0/', 'addressNotPublic'],
  ['a file', 'file:///etc/passwd', 'schemeNotAllowed'],
  ['bytes in the address', 'data:image/png;base64,AAAA', 'schemeNotAllowed'],
  ['a script', 'javascript:alert(1)', 'schemeNotAllowed'],
  ['FTP', 'ftp://127.0.0.1/x', 'schemeNotAllowed'],
  ['a user', 'http://ana:clave@127.0.0.1/', 'namesUser'],
  ['a mail server', 'http://127.0.0.1:25/', 'portNotAllowed'],
  ['no address', 'http://', 'badRedirect'],
  ['an address that is none', 'https://[::1', 'badRedirect'],
  ['nowhere', '', 'badRedirect'],
  ['itself', '', 'tooManyRedirects'],
];

const redirects: HostileAnswer[] = [
  ...elsewhere.map(
    ([name, location, problem, host]): HostileAnswer => ({
      name: `a redirect to ${name}`,
      problem,
      ...(host !== undefined && { host }),
      answer: redirect(name === 'itself' ? '?otra=vez' : location),
    }),
  ),
  ...['301 A', '302 B', '303 C', '307 D', '308 E'].map(
    (status): HostileAnswer => ({
      name: `a redirect (${status.slice(0, 3)}) that does not say where`,
      problem: 'badRedirect',
      detail: status.slice(0, 3),
      answer: say(head(['Content-Length: 0'], status)),
    }),
  ),
  {
    name: 'a redirect with a body without an end',
    problem: 'tooManyRedirects',
    answer: sayForEver(head(['Location: ?'], '302 Found'), 'abc'),
  },
];

/** Every way that is known to answer badly, each over in an instant; served by `openHostileServer`. */
export const hostileAnswers: readonly HostileAnswer[] = [
  ...landing,
  ...lengths,
  ...notHttp,
  ...statuses,
  ...retries,
  ...encodings,
  ...redirects,
];
