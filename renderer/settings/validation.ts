/** What forms of the settings check while somebody types: by the contract, which decides what is saved. */
import {
  type AttachmentsSettings,
  type CertificateFiles,
  certificateFiles,
  numberTemplate,
  numberTemplateFaults,
  type Reason,
  type Settings,
  type SettingsChanges,
  settings,
} from '#shared/contract/settings.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { describeTaxId } from '#shared/rules/rnc.ts';
import { withoutAccents } from '#shared/without-accents.ts';

/** What the contract takes, field by field. */
const receiver = settings.shape.receiver.shape;
const attachments = settings.shape.attachments.shape;
const { baseUrl } = settings.shape.platform.shape;

/** What a company's tax id gets told on the screen; a wrong check digit only warns. */
export function rncForm(text: string): 'right' | 'empty' | 'length' | 'check' {
  const { form, checks } = describeTaxId(text);
  if (form === 'blank') return 'empty';
  if (form === 'unknown') return 'length';
  return checks ? 'right' : 'check';
}

/** Whether a text is the address of a network interface of some computer: IPv4 or IPv6. */
export const isIpAddress = (text: string): boolean => receiver.address.safeParse(text.trim()).success;

/** Whether only this machine can reach the address. */
export const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address.trim());

/** The whole number that was typed; NaN, which no setting takes, where it is none. */
export const wholeNumber = (text: string): number =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;

/** The receiver's settings as they are typed. */
export type ReceiverDraft = { address: string; port: string; hold: string };

export const receiverDraft = (
  saved: Pick<Settings['receiver'], 'address' | 'port' | 'holdSeconds'>,
): ReceiverDraft => ({
  address: saved.address,
  port: String(saved.port),
  hold: String(saved.holdSeconds),
});

export const receiverChanges = (draft: ReceiverDraft): SettingsChanges => ({
  receiver: {
    address: draft.address.trim(),
    port: wholeNumber(draft.port),
    holdSeconds: wholeNumber(draft.hold),
  },
});

/** Where the certificate lies, as it is typed; paths of a way that is not chosen stay typed. */
export interface CertificateDraft {
  mode: Settings['receiver']['tls']['mode'];
  certificateFile: string;
  keyFile: string;
  file: string;
}

export const certificateDraft = ({ tls }: Pick<Settings['receiver'], 'tls'>): CertificateDraft => ({
  ...{ certificateFile: '', keyFile: '', file: '' },
  ...tls,
});

export const certificateChanges = (draft: CertificateDraft): SettingsChanges => ({
  receiver: { tls: tlsOf(draft) },
});

/** The public address and the trusted proxies, one a line, as they are typed. */
export type PublicAddressDraft = { publicUrl: string; trustedProxies: string };

export const publicAddressDraft = ({
  publicUrl,
  trustedProxies,
}: Pick<Settings['receiver'], 'publicUrl' | 'trustedProxies'>): PublicAddressDraft => ({
  publicUrl,
  trustedProxies: trustedProxies.join('\n'),
});

export const publicAddressChanges = (draft: PublicAddressDraft): SettingsChanges => ({
  receiver: {
    publicUrl: draft.publicUrl.trim(),
    trustedProxies: draft.trustedProxies.split(/[\s,;]+/).filter((line) => line !== ''),
  },
});

function tlsOf({ mode, certificateFile, keyFile, file }: CertificateDraft): Settings['receiver']['tls'] {
  if (mode === 'pem') return { mode, certificateFile: certificateFile.trim(), keyFile: keyFile.trim() };
  return mode === 'pfx' ? { mode, file: file.trim() } : { mode };
}

/** The files that are named; null where none are, or not by whole paths. */
export const certificateFilesOf = (draft: CertificateDraft): CertificateFiles | null =>
  certificateFiles.safeParse(tlsOf(draft)).data ?? null;

export const attachmentLimits = [
  'maximumMegabytes',
  'maximumSeconds',
  'maximumPerRecord',
  'perHost',
] as const satisfies readonly (keyof AttachmentsSettings)[];
type AttachmentLimit = (typeof attachmentLimits)[number];

/** The least and the most that a limit of downloads may be. */
export const boundsOf = (limit: AttachmentLimit): { from: number; to: number } => ({
  from: attachments[limit].minValue ?? 0,
  to: attachments[limit].maxValue ?? Number.MAX_SAFE_INTEGER,
});

/** The settings of downloads as they are typed. */
export type AttachmentsDraft = Record<AttachmentLimit, string> & { sendPlatformKey: boolean };

export const attachmentsDraft = (saved: Omit<AttachmentsSettings, 'paused'>): AttachmentsDraft => ({
  maximumMegabytes: String(saved.maximumMegabytes),
  maximumSeconds: String(saved.maximumSeconds),
  maximumPerRecord: String(saved.maximumPerRecord),
  perHost: String(saved.perHost),
  sendPlatformKey: saved.sendPlatformKey,
});

/** What was typed of the settings of downloads. Pausing is no part of it. */
export const attachmentsChanges = ({ sendPlatformKey, ...limits }: AttachmentsDraft): SettingsChanges => ({
  attachments: {
    maximumMegabytes: wholeNumber(limits.maximumMegabytes),
    maximumSeconds: wholeNumber(limits.maximumSeconds),
    maximumPerRecord: wholeNumber(limits.maximumPerRecord),
    perHost: wholeNumber(limits.perHost),
    sendPlatformKey,
  },
});

type TemplateFault = 'length' | keyof typeof numberTemplateFaults;
const templateFaults = ['unseen', 'seq', 'placeholder', 'apart'] as const;

/** What is wrong with a number template, as far as the contract can tell first; null where nothing is. */
export function templateFault(template: string): TemplateFault | null {
  const issue = numberTemplate.safeParse(template).error?.issues[0];
  if (issue === undefined) return null;
  return templateFaults.find((fault) => numberTemplateFaults[fault] === issue.message) ?? 'length';
}

/** What a number of this template looks like, for the sequence and instant given. */
export function numberPreview(template: string, sequence: number, on: Date): string {
  const [year = '', month = ''] = dominicanDay(on.getTime()).split('-');
  return template
    .trim()
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(-2))
    .replaceAll('{mm}', month)
    .replaceAll(/\{seq(?::([1-9]))?\}/g, (_, digits: string | undefined) =>
      String(sequence).padStart(Number(digits ?? 1), '0'),
    );
}

/** What is wrong with a platform address: nothing of an empty one, `http` where plain http is not allowed. */
export function addressFault(platform: Settings['platform']): 'form' | 'http' | null {
  const text = platform.baseUrl.trim();
  if (!baseUrl.safeParse(text).success) return 'form';
  return /^http:/i.test(text) && !platform.allowHttp ? 'http' : null;
}

/** The longest text of a reason, and the most of them in a list. */
export const maxReasonLength = 500;
export const maxReasons = 50;

/** The reasons as they are saved: one that is new is known by the first words of its text from then on. */
export function reasonsWithCodes(draft: Settings['reasons']): Settings['reasons'] {
  const coded = (reasons: readonly Reason[]) => {
    const taken = new Set(reasons.map(({ code }) => code));
    return reasons.map((reason) => {
      if (reason.code !== '') return reason;
      const code = freeCode(reason.es, taken);
      taken.add(code);
      return { ...reason, code };
    });
  };
  return { refuse: coded(draft.refuse), hold: coded(draft.hold), dispute: coded(draft.dispute) };
}

function freeCode(text: string, taken: ReadonlySet<string>): string {
  const words = withoutAccents(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 3)
    .slice(0, 3);
  const joined = words
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('');
  const name = /^[a-z]/.test(joined) ? joined.slice(0, 36) : 'reason';
  for (let number = 1; ; number++) {
    const code = number === 1 ? name : `${name}${number}`;
    if (!taken.has(code)) return code;
  }
}

/** The longest text that the contract takes, as the property of a field. */
export const maxLengthOf = (schema: { maxLength: number | null }): { maxLength?: number } =>
  schema.maxLength === null ? {} : { maxLength: schema.maxLength };
