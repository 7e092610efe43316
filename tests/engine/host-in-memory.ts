import type {
  FileExamination,
  FileToExamine,
  PdfReading,
  PdfToRead,
} from '../../main/engine/file-examination.ts';
import type { EngineHost, SecretDelivery } from '../../main/engine/host.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';

/** The real process, started by the first test of a file that needs it, and ended with it. */
const examiner = openFileExaminer((entry) => forkExaminer(entry));

/** A shell with a memory and pages, as the browser's is; it keeps what it was given for a test to look at. */
export class HostInMemory implements EngineHost {
  readonly secrets = new Map<string, string>();
  readonly tickets: string[] = [];
  readonly handedOver: string[] = [];
  /** Another examiner than the real one, where a test needs a certain answer. */
  examine: (file: FileToExamine) => Promise<FileExamination> = (file) => examiner.examine(file);
  /** The same of the words of PDFs. */
  readWords: (file: PdfToRead) => Promise<PdfReading> = (file) => examiner.readPdf(file);

  async capabilities() {
    return [{ name: 'secretPage' as const, available: true, reason: null }];
  }
  async keychain() {
    return {
      ...{ state: 'absent' as const, kind: 'memory' as const },
      ...{ problem: 'noService' as const, detail: '' },
    };
  }
  async saveSecret({ account, secret }: { account: string; secret: string }) {
    this.secrets.set(account, secret);
    return 'memory' as const;
  }
  async secretPlace(account: string) {
    return this.secrets.has(account) ? ('memory' as const) : null;
  }
  async forgetSecret(account: string) {
    this.secrets.delete(account);
  }
  async secret(account: string) {
    return this.secrets.get(account) ?? null;
  }
  async handOver({ account }: { account: string }): Promise<SecretDelivery | null> {
    if (!this.secrets.has(account)) return null;
    this.handedOver.push(account);
    return { way: 'page', path: '/secret/once', validSeconds: 60 };
  }
  async collect({ ticket }: { ticket: string }) {
    this.tickets.push(ticket);
    return { way: 'page' as const, path: `/secret/${ticket}`, validSeconds: 600 };
  }
  async openSampleData() {
    return null;
  }
  async joinOffice() {
    return null;
  }
  async chooseFolder() {
    return null;
  }
  async chooseFile() {
    return null;
  }
  async updates() {
    return null;
  }
  async checkForUpdate() {
    return null;
  }
  async actOnUpdate() {
    return null;
  }
  async setUpdateFeed() {
    return null;
  }
  async openArchive() {
    return null;
  }
  async computerSettings() {
    const none = { isOn: false, lack: 'inBrowser' as const, problem: null };
    return { closeToTray: none, startAtLogin: none, keepAwake: none };
  }
  async changeComputerSettings() {
    return this.computerSettings();
  }
  /** Only the owner of an engine's thread can. */
  async rebuildDatabase() {
    throw new Error('Nobody can end this engine.');
  }
  async stopRebuild() {}
  async verifyCopies(): Promise<never> {
    throw new Error('Nobody looks at copies of this directory.');
  }
  async verifyBundles(): Promise<never> {
    throw new Error('Nobody looks at archives that were made.');
  }
  dataFolder: EngineHost['dataFolder'] = {
    folder: async () => ({
      ...{ path: '/data', usual: '/data', ofNextStart: '/data', isGiven: true, origin: 'given' },
      ...{ isChanging: false, failure: null, fault: null },
    }),
    forgetFolder: async () => {},
  };
  get backups(): EngineHost['backups'] {
    throw new Error('Nobody makes copies of this directory.');
  }
  async examineFile(file: FileToExamine) {
    return this.examine(file);
  }
  async readPdf(file: PdfToRead) {
    return this.readWords(file);
  }
}
