import { describe, expect, it } from 'vitest';
import { findingCodes } from '#shared/finding-terms.ts';
import {
  purchaseOrderCancellationDetails,
  serviceOrderCancellationDetails,
} from '#shared/marketplace/cancellation.ts';
import { financialDocumentDetails } from '#shared/marketplace/financial-document.ts';
import { incidentReportModel } from '#shared/marketplace/incident-report.ts';
import { purchaseOrderDetails } from '#shared/marketplace/purchase-order.ts';
import { serviceOrderDetails } from '#shared/marketplace/service-order.ts';
import { type Field, fieldsOf } from '#shared/marketplace/tolerant-reader.ts';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { systemLocale } from '../../../renderer/app/locale/i18n.ts';
import { leavesOf } from './leaves.ts';

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const spanish = leavesOf(es);
const english = leavesOf(en);

describe('words in both languages', () => {
  it('have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...spanish.keys()].sort());
  });

  it('are never empty, and take the same parameters', () => {
    for (const [key, text] of spanish) {
      expect(text.trim(), key).not.toBe('');
      expect(english.get(key)?.trim(), key).not.toBe('');
      expect(placeholders(english.get(key) ?? ''), key).toEqual(placeholders(text));
    }
  });

  it('have one and other wherever they count', () => {
    for (const key of spanish.keys())
      if (key.endsWith('_one')) expect(spanish.has(key.replace(/_one$/, '_other')), key).toBe(true);
  });

  it.each(findingCodes)('tell of the finding %s', (code) => {
    expect(spanish.has(`finding.${code}`)).toBe(true);
  });
});

const namesOf = (field: Field): string[] =>
  field.type === 'object'
    ? field.members.flatMap(([name, member]) => [name, ...namesOf(member)])
    : field.type === 'list'
      ? namesOf(field.element)
      : [];

describe('the fields of the interface', () => {
  it('all have words, and there are none for a field that it has not', () => {
    const names = [
      purchaseOrderDetails,
      serviceOrderDetails,
      incidentReportModel,
      financialDocumentDetails,
      purchaseOrderCancellationDetails,
      serviceOrderCancellationDetails,
    ].flatMap((schema) => namesOf(fieldsOf(schema)));
    expect(Object.keys(es.fields).sort()).toEqual([...new Set(names)].sort());
  });
});

describe('the language of the system', () => {
  it.each([
    [['es-DO', 'en-US'], 'es'],
    [['en-US', 'es'], 'en'],
    [['fr-FR', 'en-GB'], 'en'],
    [['fr-FR'], 'es'],
    [[], 'es'],
  ] as const)('%j gives %s', (languages, expected) => {
    expect(systemLocale(languages)).toBe(expected);
  });
});
