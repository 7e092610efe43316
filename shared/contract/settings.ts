import { oc } from '@orpc/contract';
import * as z from 'zod';
import { actionSeverity } from '../marketplace/insurance-policy.ts';
import { photoView, photoViews } from '../rules/photo-checklist.ts';
import { locale } from '../terms.ts';
import { amount, instant } from './common.ts';

/** What may be wrong with a number template beside its length, each as the contract says it. */
export const numberTemplateFaults = {
  seq: 'needs exactly one {seq:N}',
  placeholder: 'has an unknown placeholder',
  apart: 'needs a letter or sign beside {seq:N}',
  unseen: 'has a line break or a character that cannot be seen',
} as const;

/** `{yyyy}`, `{yy}`, `{mm}` and exactly one `{seq:N}` or `{seq}`, for example `OC-{yyyy}-{seq:6}`. */
export const numberTemplate = z
  .string()
  .trim()
  .min(3)
  .max(40)
  // Also directions of writing, joiners of no width, and halves of characters.
  .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text), numberTemplateFaults.unseen)
  .refine((text) => (text.match(/\{seq(:[1-9])?\}/g) ?? []).length === 1, numberTemplateFaults.seq)
  .refine(
    (text) => /^[^{}]*(\{(yyyy|yy|mm|seq(:[1-9])?)\}[^{}]*)+$/.test(text),
    numberTemplateFaults.placeholder,
  )
  .refine((text) => !/[\d}]\{seq|\{seq(:[1-9])?\}[\d{]/.test(text), numberTemplateFaults.apart);

/** A file of this computer, by its whole path (`/etc/…`, `C:\\…` or `\\\\server\\…`). */
const filePath = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)[^\0]*$/, 'is no whole path');

/** Where a certificate and its key lie: each in a PEM file (the certificate first, then those of its chain), or both in one PKCS 12. */
export const certificateFiles = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('pem'), certificateFile: filePath, keyFile: filePath }),
  z.object({ mode: z.literal('pfx'), file: filePath }),
]);
export type CertificateFiles = z.infer<typeof certificateFiles>;

/** A PEM file of certificate authorities; an empty text where none is named. */
export const authorityFile = z.union([z.literal(''), filePath]);

/** Whether the receiver answers over TLS, and with which certificate. */
const tlsSettings = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('off') }),
  ...certificateFiles.options,
]);
export type TlsSettings = z.infer<typeof tlsSettings>;

/** The base address that the marketplace is told; an empty text where it was not decided yet. */
const publicUrl = z.union([
  z.literal(''),
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((text) => !/^[^/]*\/\/[^/?#]*@|[?#]/.test(text), 'names no user, query or fragment'),
]);

/** The listening part; changing address, port or whether it is TLS restarts the listener, held calls are answered first. */
export const receiverSettings = z.object({
  address: z.union([z.ipv4(), z.ipv6()]),
  port: z.int().min(0).max(65535),
  /** How long a cancellation call is held for a verdict, in seconds. */
  holdSeconds: z.int().min(0).max(90),
  tls: tlsSettings,
  publicUrl,
  /** Proxies whose word on where a call comes from is taken: their addresses, or networks of them. */
  trustedProxies: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(50),
});

/** A base address of the platform (`{base_url}`); an empty text where none was given. */
const platformAddress = z.union([
  z.literal(''),
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    // A name and password would stand in clear in the database, and are never sent.
    .refine((text) => !/^[^/]*\/\/[^/?#]*@/.test(text), 'names no user'),
]);

const policyRuleSetting = z.object({
  on: z.boolean(),
  severity: actionSeverity,
  /** What the marketplace's user reads. */
  text: z.string().trim().min(1).max(500),
});

/** That cover was not checked is always said, and is no error. */
const coverNotCheckedSetting = policyRuleSetting.extend({
  on: z.literal(true),
  severity: actionSeverity.exclude(['error']),
});

/** Codes of the policy book's coverages. */
const coverageCodes = z.array(z.string().trim().min(1).max(40)).max(1000);

/** Each view once. */
const askedViews = z.array(photoView).max(photoViews.length);
/** What a reason is known by in figures, whatever its texts say later. */
export const reasonCode = z.string().regex(/^[a-z][a-zA-Z0-9]{1,39}$/);

const reason = z.object({
  code: reasonCode,
  /** What the marketplace's user or the supplier reads; they read Spanish. */
  es: z.string().trim().min(1).max(500),
  /** What somebody reads here who works in English; an empty text where it was not translated. */
  en: z.string().trim().max(500),
  /** No longer offered; what was decided with it keeps its text. */
  retired: z.boolean(),
});
export type Reason = z.infer<typeof reason>;

/** In the order in which they are offered. */
const reasonList = z
  .array(reason)
  .max(50)
  .refine((reasons) => new Set(reasons.map(({ code }) => code)).size === reasons.length, {
    message: 'has a code twice',
  });

/** `HH:MM`, Dominican time. */
const timeOfDay = z.iso.time({ precision: -1 });

const percent = z.int().min(0).max(1000);

export const settings = z.object({
  company: z.object({
    name: z.string().trim().max(200),
    taxId: z.string().trim().max(20),
    /** What the company calls the marketplace, with its article where it has one; empty: the marketplace. */
    marketplaceName: z.string().trim().max(60),
  }),
  /** A screen that nobody touches for so many minutes asks again who is there; 0 is never. */
  lock: z.object({ afterMinutes: z.union([0, 5, 15, 30, 60].map((minutes) => z.literal(minutes))) }),
  receiver: receiverSettings,
  numbering: z.object({
    purchaseOrder: numberTemplate,
    serviceOrder: numberTemplate,
    incidentReport: numberTemplate,
    financialDocument: numberTemplate,
  }),
  /** Texts that the marketplace's users read. */
  texts: z.object({
    inReview: z.string().trim().min(1).max(500),
    unknownOrder: z.string().trim().min(1).max(500),
    approved: z.string().trim().max(500),
  }),
  /** Why somebody refuses a cancellation, or holds or disputes an invoice. */
  reasons: z.object({ refuse: reasonList, hold: reasonList, dispute: reasonList }),
  /** Vehicle actions of the policy lookup (interface, "VehicleAction"). */
  policyRules: z.object({
    notInForce: policyRuleSetting,
    noCoverage: policyRuleSetting,
    coverNotChecked: coverNotCheckedSetting,
    excluded: policyRuleSetting,
    premiumUnpaid: policyRuleSetting,
  }),
  /**
   * The codes that cover each incident type (interface, "Incident type"), and under `none` those that somebody has
   * confirmed to cover none. Where a code stands nowhere here, the cover of a vehicle may hang on it unchecked.
   */
  coverageOfIncident: z.object({
    fire: coverageCodes,
    theft: coverageCodes,
    collision: coverageCodes,
    glass: coverageCodes,
    other: coverageCodes,
    none: coverageCodes,
  }),
  policyBook: z.object({
    /** Files that are dropped into it are imported; an empty text where none is watched. */
    watchedFolder: z.string().trim().max(1000),
    /** What the watched folder does with a file that has bad rows. */
    badRows: z.enum(['refuse', 'skip']),
    /** From which share of a vehicle's worth, in percent, an estimate is said to be near a total loss; only a hint. */
    totalLossPercent: z.int().min(1).max(200),
  }),
  platform: z.object({
    baseUrl: platformAddress,
    /** Whether a plain `http:` address is allowed; the key would go out unencrypted. */
    allowHttp: z.boolean(),
  }),
  /** Who is trusted when Perito calls out, beside the authorities that it brings and those of the system. */
  trust: z.object({ authorityFile }),
  /** Photos and papers that are fetched after the answer. */
  attachments: z.object({
    /** Of one file. */
    maximumMegabytes: z.int().min(1).max(1000),
    maximumSeconds: z.int().min(10).max(3600),
    /** Files of one record that are fetched by themselves; the others by hand. */
    maximumPerRecord: z.int().min(1).max(1000),
    /** Downloads from one host at a time. */
    perHost: z.int().min(1).max(16),
    /** Whether the platform's own host is given the platform's key with each download. */
    sendPlatformKey: z.boolean(),
    paused: z.boolean(),
  }),
  /** What the photos of an incident report should show, by incident type (interface, "Incident type"). */
  photoChecklist: z.object({
    fire: askedViews,
    theft: askedViews,
    collision: askedViews,
    glass: askedViews,
    other: askedViews,
  }),
  /** Thresholds of the findings. */
  findings: z.object({
    /** Arithmetic tolerance of a line, and per line of a total, in the document's currency (DGII: 1). */
    lineTolerance: amount,
    /** Rates of ITBIS that are lawful for parts and labour, in percent; 0 is exempt. */
    taxRates: z.array(z.number().min(0).max(100).multipleOf(0.01)).min(1).max(10),
    /** How far above the market's average or maximum, or below its minimum, a price may be, in percent. */
    aboveAveragePercent: percent,
    aboveMaximumPercent: percent,
    belowMinimumPercent: percent,
    /** How far invoices less credits may be above what was ordered, in percent. */
    overInvoicedPercent: percent,
  }),
  screen: z.object({
    locale: z.union([locale, z.literal('system')]),
    theme: z.enum(['light', 'dark', 'system']),
    density: z.enum(['compact', 'comfortable']),
  }),
  /** What the system tells a person of while Perito is not looked at. */
  notifications: z.object({
    /** Cancellations that wait. */
    cancellations: z.boolean(),
    /** Nothing is received, data are damaged, files and deliveries failed. */
    failures: z.boolean(),
    /** The last backup is too old. */
    backups: z.boolean(),
    /** Nothing is told from one time until the other (`shared/rules/quiet-hours.ts`). */
    quietHours: z.boolean(),
    quietFrom: timeOfDay,
    quietUntil: timeOfDay,
  }),
  firstRunDoneAt: instant.nullable(),
});
export type Settings = z.infer<typeof settings>;
export type AttachmentsSettings = Settings['attachments'];

/** Some of the settings, each part whole or in part. */
export const settingsChanges = z.object({
  company: settings.shape.company.partial().optional(),
  lock: settings.shape.lock.partial().optional(),
  receiver: settings.shape.receiver.partial().optional(),
  numbering: settings.shape.numbering.partial().optional(),
  texts: settings.shape.texts.partial().optional(),
  reasons: settings.shape.reasons.partial().optional(),
  policyRules: settings.shape.policyRules.partial().optional(),
  coverageOfIncident: settings.shape.coverageOfIncident.partial().optional(),
  policyBook: settings.shape.policyBook.partial().optional(),
  platform: settings.shape.platform.partial().optional(),
  trust: settings.shape.trust.partial().optional(),
  attachments: settings.shape.attachments.partial().optional(),
  photoChecklist: settings.shape.photoChecklist.partial().optional(),
  findings: settings.shape.findings.partial().optional(),
  screen: settings.shape.screen.partial().optional(),
  notifications: settings.shape.notifications.partial().optional(),
  firstRunDone: z.boolean().optional(),
});
export type SettingsChanges = z.infer<typeof settingsChanges>;

export const settingsContract = {
  get: oc.output(settings),
  /** Merges what is given; answers the whole. A port that cannot be bound is kept and shown as trouble. */
  update: oc.input(settingsChanges).output(settings),
};
