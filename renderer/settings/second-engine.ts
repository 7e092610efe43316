/** How the data of this engine get to a database of a server, and how a second one is started on it. */

/** What a shell takes as it stands. */
const plain = /^[\w@%+=:,./-]+$/;
const quoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Where the service of the guide has its data; its commands are root's, since they change to its account. */
const folderOfService = '/var/lib/perito';

/** A folder as a shell of its system takes it: on Windows both of them take double quotes. */
const quotedFolder = (folder: string): string =>
  /^([a-z]:)?\\/i.test(folder) ? `"${folder}"` : quoted(folder);

/** Moves the data of a folder to a database of a server. */
export const commandOfMove = (folder: string, host: string): string =>
  `${folder === folderOfService ? 'sudo perito' : 'perito'} move --data ${quotedFolder(folder)} --to postgresql://perito@${host}/perito`;

/** Starts a second engine on the same database, with photos and papers where this one has them. */
export const commandOfSecond = (address: string, attachments: string | null): string =>
  [
    `perito serve --data ${folderOfService}`,
    `--database ${quoted(address)}`,
    ...(attachments === null ? [] : [`--attachments ${quoted(attachments)}`]),
    '--console-host 0.0.0.0 --console-tls-cert /etc/perito-console/console.pem',
    '--console-tls-key /etc/perito-console/console-key.pem',
  ].join(' \\\n  ');

/** The servers that an address of a database names, as it has them. */
export const hostsOf = (address: string): string[] =>
  (/^[^/]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] ?? '').split(',');
