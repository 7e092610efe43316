/** The marketplace's side of files, on this machine: each at its path, as the test has it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServedFile = { type: string; bytes: Buffer } | ((response: ServerResponse) => void);

export interface FileServer extends AsyncDisposable {
  url: string;
}

export async function openFileServer(files: ReadonlyMap<string, ServedFile>): Promise<FileServer> {
  const server = createServer((request, response) => {
    const file = files.get(decodeURI(request.url ?? ''));
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === 'function') file(response);
    else
      response
        .writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length })
        .end(file.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
