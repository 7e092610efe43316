import { cancellations } from './es/cancellations.ts';
import { claims } from './es/claims.ts';
import { documentViewer } from './es/document-viewer.ts';
import { documents } from './es/documents.ts';
import { downloads } from './es/downloads.ts';
import { fields } from './es/fields.ts';
import { finding, findingMany, findingTerms } from './es/findings.ts';
import { common, frame } from './es/frame.ts';
import { incidents } from './es/incidents.ts';
import { orders, search } from './es/orders.ts';
import { photos } from './es/photos.ts';
import { findingSettings, platform } from './es/platform.ts';
import { policies } from './es/policies.ts';
import { records } from './es/records.ts';
import { rejected } from './es/rejected.ts';
import { firstRun, settings } from './es/settings.ts';

/** Spanish, as a Dominican claims office writes it. The keys of every other language are taken from here. */
export const es = {
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
