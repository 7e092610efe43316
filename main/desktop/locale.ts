import { app } from 'electron';
import type { Locale } from '#shared/terms.ts';

/** The language of what the desktop says outside of its pages: the system's, where that is English, else Spanish. */
export const systemLocale = (): Locale => (app.getLocale().startsWith('en') ? 'en' : 'es');
