import type { TFunction } from 'i18next';
import type { Finding } from '#shared/contract/records.ts';
import { notExamined } from '#shared/finding-terms.ts';
import { receiptType } from '#shared/rules/ncf.ts';
import type { Format } from '../app/locale/format.ts';
import { lastToken } from './pointer.ts';

/** Parameters of findings that are decimal texts of money; their currency is the parameter `currency`, or pesos. */
const moneyNames = [
  'expected',
  'found',
  'difference',
  'tax',
  'base',
  'price',
  'minimum',
  'average',
  'maximum',
  'ordered',
  'invoiced',
] as const;
/** `YYYY-MM-DD`. */
const dayNames = ['date', 'expiration'] as const;
const textNames = [
  'value',
  'names',
  'number',
  'claimNumber',
  'prefix',
  'policyNumber',
  'vin',
  'filename',
  'otherFilename',
  'distance',
] as const;

type Filled = Record<
  | (typeof moneyNames)[number]
  | (typeof dayNames)[number]
  | (typeof textNames)[number]
  | 'percent'
  | 'item'
  | 'type'
  | 'documentType'
  | 'field'
  | 'revision'
  | 'others'
  | 'subject'
  | 'size'
  | 'reason',
  string
>;

/** The sentence that says what is odd, with its figures as they are written in the language. */
export function findingWords(finding: Finding, { t, format }: { t: TFunction; format: Format }): string {
  return t(`finding.${finding.code}`, filled(finding, { t, format }));
}

/** Whatever a sentence may be filled with; what the finding does not give is named as absent. */
function filled(finding: Finding, { t, format }: { t: TFunction; format: Format }): Filled {
  const { parameters } = finding;
  const absent = t('findingTerms.absent');
  const text = (name: string): string => {
    const value = parameters[name] ?? '';
    return value === '' ? absent : String(value);
  };
  const currency = typeof parameters['currency'] === 'string' ? parameters['currency'] : 'DOP';
  const each = <Name extends string>(names: readonly Name[], form: (text: string) => string) =>
    Object.fromEntries(
      names.map((name) => [name, text(name) === absent ? absent : form(text(name))]),
    ) as Record<Name, string>;
  const type = receiptType.safeParse(parameters['type']);
  return {
    ...each(moneyNames, (amount) => format.money(amount, currency)),
    ...each(dayNames, format.day),
    ...each(textNames, (given) => given),
    percent: format.quantity(text('percent')),
    item: itemWords(text('line'), parameters['name']),
    type: type.success ? t(`findingTerms.receiptType.${type.data}`) : absent,
    documentType: t(
      parameters['documentType'] === 'creditNote'
        ? 'findingTerms.documentType.creditNote'
        : 'findingTerms.documentType.invoice',
    ),
    field: lastToken(finding.pointer),
    revision: String(finding.revision),
    others: othersWords(parameters['count'], t),
    subject:
      finding.pointer === ''
        ? t('findingTerms.wholeBody')
        : t('findingTerms.quoted', { name: lastToken(finding.pointer) }),
    size: sizeWords(parameters['what'], parameters['length'], { t, format }),
    reason: t(`findingTerms.notExamined.${notExamined.catch('crashed').parse(parameters['reason'])}`),
  };
}

/** How long something is that is too long: "2,600,000 elements". */
function sizeWords(what: unknown, length: unknown, { t, format }: { t: TFunction; format: Format }): string {
  const unit = what === 'names' || what === 'text' || what === 'levels' ? what : 'elements';
  return t(`findingTerms.size.${unit}`, { length: format.count(typeof length === 'number' ? length : 0) });
}

/** Photos of other reports beside the one that is named, nothing where that is the only one. */
function othersWords(count: unknown, t: TFunction): string {
  return typeof count === 'number' && count > 1 ? t('findingTerms.others', { count: count - 1 }) : '';
}

/** "3 (Faro delantero)", or "3" where the line has no name. */
function itemWords(line: string, name: unknown): string {
  return typeof name === 'string' && name !== '' ? `${line} (${name})` : line;
}
