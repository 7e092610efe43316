import type { AttachmentsSettings, Settings } from '#shared/contract/settings.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { describeTaxId } from '#shared/rules/rnc.ts';

/** What a company's tax id gets told on the screen; a wrong check digit only warns. */
export function rncForm(text: string): 'right' | 'empty' | 'length' | 'check' {
  const { form, checks } = describeTaxId(text);
  if (form === 'blank') return 'empty';
  if (form === 'unknown') return 'length';
  return checks ? 'right' : 'check';
}

/** Whether a text is an IPv4 address, or looks like an IPv6 one; the engine has the last word. */
export function isIpAddress(text: string): boolean {
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text.trim());
  if (four !== null)
    return four.slice(1).every((part) => Number(part) <= 255 && String(Number(part)) === part);
  return /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text.trim()) && text.trim().length > 1;
}

/** Whether only this machine can reach the address. */
export const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address.trim());

/** A whole number within bounds, or null. */
export function wholeNumber(text: string, from: number, to: number): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const value = Number(text.trim());
  return value >= from && value <= to ? value : null;
}

/** The receiver's settings as they are typed. */
export type ReceiverDraft = { address: string; port: string; hold: string };

export const draftOf = (receiver: Settings['receiver']): ReceiverDraft => ({
  address: receiver.address,
  port: String(receiver.port),
  hold: String(receiver.holdSeconds),
});

/** The settings that were typed, or null where some field is wrong. */
export function receiverOf(draft: ReceiverDraft): Settings['receiver'] | null {
  const port = wholeNumber(draft.port, 0, 65_535);
  const holdSeconds = wholeNumber(draft.hold, 0, 90);
  if (!isIpAddress(draft.address) || port === null || holdSeconds === null) return null;
  return { address: draft.address.trim(), port, holdSeconds };
}

/** The limits of downloads, each with its least and its most, as the contract has them. */
export const attachmentLimits = {
  maximumMegabytes: [1, 1000],
  maximumSeconds: [10, 3600],
  maximumPerRecord: [1, 1000],
  perHost: [1, 16],
} as const;
export type AttachmentLimit = keyof typeof attachmentLimits;
export const attachmentLimitNames = [
  'maximumMegabytes',
  'maximumSeconds',
  'maximumPerRecord',
  'perHost',
] as const satisfies readonly AttachmentLimit[];

/** The settings of downloads as they are typed. */
export type AttachmentsDraft = Record<AttachmentLimit, string> & { sendPlatformKey: boolean };
type Typed = Omit<AttachmentsSettings, 'paused'>;

export const attachmentsDraftOf = (was: Typed): AttachmentsDraft => ({
  maximumMegabytes: String(was.maximumMegabytes),
  maximumSeconds: String(was.maximumSeconds),
  maximumPerRecord: String(was.maximumPerRecord),
  perHost: String(was.perHost),
  sendPlatformKey: was.sendPlatformKey,
});

/** A limit that was typed, or null where it is no whole number within its bounds. */
export function limitOf(draft: AttachmentsDraft, name: AttachmentLimit): number | null {
  const [from, to] = attachmentLimits[name];
  return wholeNumber(draft[name], from, to);
}

/** The settings that were typed, or null where some limit is wrong. Pausing is no part of it. */
export function attachmentsOf(draft: AttachmentsDraft): Typed | null {
  const maximumMegabytes = limitOf(draft, 'maximumMegabytes');
  const maximumSeconds = limitOf(draft, 'maximumSeconds');
  const maximumPerRecord = limitOf(draft, 'maximumPerRecord');
  const perHost = limitOf(draft, 'perHost');
  if (maximumMegabytes === null || maximumSeconds === null || maximumPerRecord === null || perHost === null)
    return null;
  const { sendPlatformKey } = draft;
  return { maximumMegabytes, maximumSeconds, maximumPerRecord, perHost, sendPlatformKey };
}

export type TemplateFault = 'length' | 'seq' | 'placeholder' | 'apart';

/** What is wrong with a number template (the contract's `numberTemplate`), or null. */
export function templateFault(template: string): TemplateFault | null {
  const text = template.trim();
  if (text.length < 3 || text.length > 40) return 'length';
  if ((text.match(/\{seq(:[1-9])?\}/g) ?? []).length !== 1) return 'seq';
  if (/[{}]/.test(text.replaceAll(/\{(yyyy|yy|mm|seq(:[1-9])?)\}/g, ''))) return 'placeholder';
  if (/[\d}]\{seq|\{seq(:[1-9])?\}[\d{]/.test(text)) return 'apart';
  return null;
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

/** What is wrong with a platform address: nothing of an empty one, `http` where plain http is not allowed; it names no user. */
export function addressFault(platform: { baseUrl: string; allowHttp: boolean }): 'form' | 'http' | null {
  const text = platform.baseUrl.trim();
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    (url.protocol !== 'https:' && url.protocol !== 'http:')
  )
    return 'form';
  return url.protocol === 'http:' && !platform.allowHttp ? 'http' : null;
}
