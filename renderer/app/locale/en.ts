import { cancellations } from './en/cancellations.ts';
import { claims } from './en/claims.ts';
import { common, frame } from './en/frame.ts';
import { finding, orders, search } from './en/orders.ts';
import { findingSettings, platform } from './en/platform.ts';
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
  search,
  cancellations,
  claims,
  records,
  rejected,
  settings,
  platform,
  findingSettings,
  firstRun,
};
