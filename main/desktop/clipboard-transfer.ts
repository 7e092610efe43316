import { ClipboardItem, clipboard } from 'electron';
import { type Clock, systemClock } from '../engine/clock.ts';
import type { SecretTransfer } from '../shell/host.ts';

const clearedAfterSeconds = 60;

/** The desktop's way to pass secrets: the clipboard, emptied after a minute unless something else is on it. */
export function clipboardTransfer(
  clock: Clock = systemClock,
  platform: NodeJS.Platform = process.platform,
): SecretTransfer & { clearNow(): Promise<void> } {
  let ours: string | null = null;

  async function clear(secret: string): Promise<void> {
    if (ours !== secret) return;
    ours = null;
    if ((await clipboard.readText()) === secret) clipboard.clear();
  }

  return {
    async handOver(secret) {
      await write(secret, platform);
      ours = secret;
      clock.after(clearedAfterSeconds * 1000, () => void clear(secret));
      return { way: 'clipboard', clearedAfterSeconds };
    },
    async collect() {
      const secret = await clipboard.readText();
      clipboard.clear();
      return { way: 'clipboard', secret, clearedAfterSeconds: 0 };
    },
    /** For quitting before the minute is over. */
    clearNow: async () => {
      if (ours !== null) await clear(ours);
    },
  };
}

/** As text, with what asks the system and programs that keep what was copied to leave this out. */
async function write(secret: string, platform: NodeJS.Platform): Promise<void> {
  const formats = Object.entries(leftOut[platform] ?? {}).map(
    ([name, content]) => [`electron application/osclipboard;format="${name}"`, new Blob([content])] as const,
  );
  try {
    await clipboard.write([new ClipboardItem({ 'text/plain': secret, ...Object.fromEntries(formats) })]);
  } catch {
    // A system that knows none of them still takes text, and the person needs the key.
    await clipboard.writeText(secret);
  }
}

const no = new Uint8Array(4);

/**
 * Formats whose presence, or zero, keeps a copy out of histories: of Windows and its cloud ("Cloud Clipboard and Clipboard
 * History Formats"), of macOS by agreement of its programs (nspasteboard.org), and of KDE.
 */
const leftOut: Readonly<
  Partial<Record<NodeJS.Platform, Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>>>
> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: no,
    CanIncludeInClipboardHistory: no,
    CanUploadToCloudClipboard: no,
  },
  darwin: { 'org.nspasteboard.ConcealedType': '', 'org.nspasteboard.TransientType': '' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};
