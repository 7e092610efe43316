/** How a second engine is started on the database of this one. */

/** What a shell takes as it stands. */
const plain = /^[\w@%+=:,./-]+$/;
const quoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Starts a second engine on the same database, with photos and papers where this one has them. */
export const commandOfSecond = (address: string, attachments: string | null): string =>
  [
    'perito serve --data /var/lib/perito',
    `--database ${quoted(address)}`,
    ...(attachments === null ? [] : [`--attachments ${quoted(attachments)}`]),
    '--console-host 0.0.0.0 --console-tls-cert /etc/perito-console/console.pem',
    '--console-tls-key /etc/perito-console/console-key.pem',
  ].join(' \\\n  ');

/** The servers that an address of a database names, as it has them. */
export const hostsOf = (address: string): string[] =>
  (/^[^/]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] ?? '').split(',');
