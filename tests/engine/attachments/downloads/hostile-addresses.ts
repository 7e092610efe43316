import type { AttachmentProblemCode } from '../../../../shared/attachment-terms.ts';

/** An address that must not be called, and what is said of it. */
export interface HostileAddress {
  name: string;
  /** `{port}` stands for the port of a listener that must see no connection. */
  url: string;
  problem: AttachmentProblemCode;
  /** Its host is of this machine in plain words: called only where loopback is allowed, and then it is reached. */
  isLoopback: boolean;
  /** Whether somebody approved its host all the same. */
  isApproved: boolean;
}

/** A host that is approved, encrypted only. */
export const approvedHost = 'fotos.prueba.example';

type Row = [name: string, host: string];

const loopback: Row[] = [
  ['dotted', '127.0.0.1'],
  ['two parts', '127.1'],
  ['three parts', '127.0.1'],
  ['decimal', '2130706433'],
  ['hexadecimal', '0x7f000001'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['octal parts', '0177.0.0.01'],
  ['octal', '017700000001'],
  ['mixed', '0x7f.1'],
  ['a dot at the end', '127.0.0.1.'],
  ['the far end of the range', '127.255.255.254'],
  ['circled digits', '①②⑦.⓪.⓪.①'],
  ['full-width digits and dots', '１２７。０。０。１'],
  ['percent signs', '%31%32%37.0.0.1'],
  ['IPv6', '[::1]'],
  ['IPv6 in full', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['mapped, dotted', '[::ffff:127.0.0.1]'],
  ['mapped, hexadecimal', '[::ffff:7f00:1]'],
  ['its name', 'localhost'],
  ['its name with a dot', 'LOCALHOST.'],
  ['a name below', 'fotos.localhost'],
  ['a soft hyphen in the name', 'local\u00adhost'],
  ['a tab in the name', 'local\thost'],
];

const forbidden: Row[] = [
  ['nothing', '0.0.0.0'],
  ['nothing, short', '0'],
  ['nothing, IPv6', '[::]'],
  ['nothing, mapped', '[::ffff:0:0]'],
  ['this network', '0.1.2.3'],
  ['private 10', '10.0.0.1'],
  ['private 10, short', '10.1'],
  ['private 10, mapped', '[::ffff:10.0.0.1]'],
  ['private 172, first', '172.16.0.1'],
  ['private 172, last', '172.31.255.255'],
  ['private 192', '192.168.1.1'],
  ['private 192, hexadecimal', '0xc0a80101'],
  ['private 192, decimal', '3232235777'],
  ['metadata', '169.254.169.254'],
  ['metadata, decimal', '2852039166'],
  ['metadata, hexadecimal', '0xa9fea9fe'],
  ['metadata, octal', '0251.0376.0251.0376'],
  ['metadata, mapped', '[::ffff:a9fe:a9fe]'],
  ['metadata of containers', '169.254.170.2'],
  ['metadata, IPv6', '[fd00:ec2::254]'],
  ['shared, first (CGNAT)', '100.64.0.1'],
  ['shared, last', '100.127.255.255'],
  ['metadata in the shared range', '100.100.100.200'],
  ['benchmarks', '198.18.0.1'],
  ['benchmarks, last', '198.19.255.255'],
  ['protocol assignments', '192.0.0.170'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast, services', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['link local, IPv6', '[fe80::1]'],
  ['site local, IPv6', '[fec0::1]'],
  ['unique local', '[fc00::1]'],
  ['multicast, IPv6', '[ff02::1]'],
  ['documentation, IPv6', '[2001:db8::1]'],
  ['documentation, IPv6, new', '[3fff::1]'],
  ['discard', '[100::1]'],
  ['segment routing', '[5f00::1]'],
  ['not assigned', '[4000::1]'],
  ['benchmarks, IPv6', '[2001:2::1]'],
  ['ORCHID', '[2001:20::1]'],
  ['compatible, dotted', '[::127.0.0.1]'],
  ['compatible, hexadecimal', '[::7f00:1]'],
  ['compatible, public', '[::8.8.8.8]'],
  ['translated (SIIT)', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['NAT64 of metadata', '[64:ff9b::a9fe:a9fe]'],
  ['NAT64, local', '[64:ff9b:1::7f00:1]'],
  ['6to4 of loopback', '[2002:7f00:1::]'],
  ['6to4 of private', '[2002:c0a8:101::1]'],
  ['Teredo', '[2001:0:7f00:1:0:0:80ff:fffe]'],
];

const asPlain = ([name, host]: Row) => ({ name, url: `https://${host}:{port}/foto.jpg` });

const others: Pick<HostileAddress, 'name' | 'url' | 'problem'>[] = [
  { name: 'a file', url: 'file:///etc/passwd', problem: 'schemeNotAllowed' },
  { name: 'a file of another machine', url: 'file://10.0.0.1/c$/foto.jpg', problem: 'schemeNotAllowed' },
  { name: 'bytes in the address', url: 'data:image/png;base64,AAAA', problem: 'schemeNotAllowed' },
  { name: 'a script', url: 'javascript:alert(1)', problem: 'schemeNotAllowed' },
  { name: 'FTP', url: `ftp://${approvedHost}/foto.jpg`, problem: 'schemeNotAllowed' },
  { name: 'Gopher', url: 'gopher://127.0.0.1:{port}/_PING', problem: 'schemeNotAllowed' },
  { name: 'a blob', url: `blob:https://${approvedHost}/1`, problem: 'schemeNotAllowed' },
  { name: 'a web socket', url: 'ws://127.0.0.1:{port}/', problem: 'schemeNotAllowed' },
  { name: 'an LDAP server', url: 'ldap://127.0.0.1:{port}/', problem: 'schemeNotAllowed' },
  { name: 'unencrypted', url: `http://${approvedHost}/foto.jpg`, problem: 'httpNotAllowed' },
  { name: 'a user', url: `https://ana@${approvedHost}/foto.jpg`, problem: 'namesUser' },
  { name: 'a user and password', url: `https://ana:clave@${approvedHost}/`, problem: 'namesUser' },
  {
    name: 'an approved name for a user',
    url: `https://${approvedHost}@127.0.0.1:{port}/`,
    problem: 'namesUser',
  },
  { name: 'a password alone', url: 'https://:clave@127.0.0.1:{port}/', problem: 'namesUser' },
  ...[0, 22, 25, 53, 110, 143, 389, 587, 636, 2049, 6000, 6667, 10080].map((port) => ({
    name: `port ${port}`,
    url: `https://${approvedHost}:${port}/foto.jpg`,
    problem: 'portNotAllowed' as const,
  })),
  { name: 'a zone', url: 'https://[fe80::1%25eth0]:{port}/', problem: 'notAnAddress' },
  { name: 'a zone of loopback', url: 'https://[::1%25lo]:{port}/', problem: 'notAnAddress' },
  { name: 'a part too large', url: 'https://127.0.0.256:{port}/', problem: 'notAnAddress' },
  { name: 'five parts', url: 'https://127.0.0.0.1:{port}/', problem: 'notAnAddress' },
  { name: 'too large a number', url: 'https://4294967296:{port}/', problem: 'notAnAddress' },
  { name: 'two dots', url: 'https://fotos..example/', problem: 'notAnAddress' },
  { name: 'two dots at the end', url: `https://${approvedHost}../`, problem: 'notAnAddress' },
  { name: 'nothing but a dot', url: 'https://./', problem: 'notAnAddress' },
  { name: 'a NUL in the name', url: `https://${approvedHost}%00.ajeno.example/`, problem: 'notAnAddress' },
  { name: 'a name too long', url: `https://${'a.'.repeat(130)}example/`, problem: 'notAnAddress' },
  { name: 'a part of a name too long', url: `https://${'a'.repeat(64)}.example/`, problem: 'notAnAddress' },
  { name: 'no address at all', url: '../fotos/1.jpg', problem: 'notAnAddress' },
  { name: 'a share', url: '\\\\10.0.0.1\\c$\\foto.jpg', problem: 'notAnAddress' },
];

const unapproved: [name: string, url: string][] = [
  ['another host', 'https://ajeno.example/foto.jpg'],
  ['a host below the approved one', `https://otra.${approvedHost}/`],
  ['a host that ends like it', `https://mis${approvedHost}/`],
  ['a host that begins like it', `https://${approvedHost}.ajeno.example/`],
  ['a backslash before the approved one', `https://ajeno.example\\@${approvedHost}/`],
  ['a letter of another script', 'https://f\u043etos.prueba.example/'],
  ['an underscore for a dot', 'https://fotos_prueba.example/'],
  ['a public address', 'https://93.184.215.14/'],
  ['a public address, mapped', 'https://[::ffff:93.184.215.14]/'],
];

/** Every way that is known to name what must not be called; all of them end without a connection. */
export const hostileAddresses: readonly HostileAddress[] = [
  ...loopback.map((row) => ({ ...asPlain(row), problem: 'addressNotPublic' as const, isLoopback: true })),
  ...forbidden.map((row) => ({ ...asPlain(row), problem: 'addressNotPublic' as const, isLoopback: false })),
  ...others.map((row) => ({ ...row, isLoopback: false })),
]
  .map((row) => ({ ...row, isApproved: true }))
  .concat(
    unapproved.map(([name, url]) => ({
      name,
      url,
      problem: 'hostNotApproved',
      isLoopback: false,
      isApproved: false,
    })),
  );

/** Its address, with the port of the listener that must see no connection. */
export const hostileUrl = ({ url }: Pick<HostileAddress, 'url'>, port: number): string =>
  url.replace('{port}', String(port));
