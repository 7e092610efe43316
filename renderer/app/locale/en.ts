import { cancellations } from './en/cancellations.ts';
import { claims } from './en/claims.ts';
import { documentViewer } from './en/document-viewer.ts';
import { documents } from './en/documents.ts';
import { downloads } from './en/downloads.ts';
import { fields } from './en/fields.ts';
import { finding, findingMany, findingTerms } from './en/findings.ts';
import { common, frame } from './en/frame.ts';
import { incidents } from './en/incidents.ts';
import { orders, search } from './en/orders.ts';
import { photos } from './en/photos.ts';
import { findingSettings, platform } from './en/platform.ts';
import { policies } from './en/policies.ts';
import { records } from './en/records.ts';
import { rejected } from './en/rejected.ts';
import { firstRun, settings } from './en/settings.ts';
import type { es } from './es.ts';
import type { Words } from './words.ts';

export const en: Words<typeof es> = {
  frame,
  common,
  orders,
  finding,
  findingMany,
  findingTerms,
  fields,
  search,
  cancellations,
  claims,
  policies,
  records,
  incidents,
  photos,
  documents,
  documentViewer,
  downloads,
  rejected,
  settings,
  platform,
  findingSettings,
  firstRun,
};
