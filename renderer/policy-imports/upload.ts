import { create } from 'zustand';
import { type PolicyImport, uploadChunkBytes } from '#shared/contract/policy-imports.ts';
import type { Client } from '../app/connection.ts';

/** A file on its way from this window: how far it is, and what stopped it. It goes on while other screens are open. */
type Upload = { sent: number; error: unknown };

type Uploads = { uploads: Readonly<Partial<Record<number, Upload>>> };
export const useUploads = create<Uploads>(() => ({ uploads: {} }));

const setUpload = (id: number, upload: Upload | null) =>
  useUploads.setState(({ uploads }) => {
    const { [id]: _, ...rest } = uploads;
    return { uploads: upload === null ? rest : { ...rest, [id]: upload } };
  });

/** Bytes as Base64, in parts that an argument list can hold. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return btoa(text);
}

/** The browser does not let the chosen file be read any more. */
export class FileNotReadable extends Error {}

async function pieceOf(file: Blob, from: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, from + uploadChunkBytes).arrayBuffer());
  } catch (cause) {
    throw new FileNotReadable('The file cannot be read.', { cause });
  }
}

/** The one thing that is asked of the engine here. */
type Appending = {
  policyImports: {
    append: (part: Parameters<Client['policyImports']['append']>[0]) => Promise<PolicyImport>;
  };
};

/** Sends what the engine has not yet received of the file, chunk by chunk; ends by itself when the import is ended. */
export async function sendFile(client: Appending, at: PolicyImport, file: Blob): Promise<void> {
  let sent = at.receivedBytes;
  setUpload(at.id, { sent, error: null });
  try {
    while (sent < file.size) {
      const chunk = await pieceOf(file, sent);
      const now = await client.policyImports.append({ id: at.id, offset: sent, base64: base64Of(chunk) });
      if (now.state !== 'uploading' && now.receivedBytes < file.size) break;
      sent = now.receivedBytes;
      setUpload(at.id, { sent, error: null });
    }
    setUpload(at.id, null);
  } catch (error) {
    setUpload(at.id, { sent, error });
  }
}
