/** Kinds of searches that people make, with words that records of a data directory have. */
import type { RecordKind } from '../../shared/terms.ts';
import { readableAmount } from '../../shared/typed-amount.ts';
import type { Client } from './queue-cases.ts';

export interface SearchQuery {
  name: string;
  query: string;
  kind?: RecordKind;
}

/** Of records in the middle of what is there, so that nothing is found at once because it came last. */
export async function searchQueriesOf(client: Client): Promise<SearchQuery[]> {
  const one = async (kind: RecordKind) => {
    const { rows } = await client.records.list({ kind, receivedUntil: '2025-01-01', limit: 1 });
    const newest = rows.length > 0 ? rows : (await client.records.list({ kind, limit: 1 })).rows;
    return client.records.get({ id: newest[0]?.id ?? 0 });
  };
  const [order, report, document] = [
    await one('purchaseOrder'),
    await one('incidentReport'),
    await one('financialDocument'),
  ];
  const heading = report.heading?.kind === 'incidentReport' ? report.heading : null;
  const receipt = document.heading?.kind === 'financialDocument' ? document.heading.taxReceiptNumber : null;
  const told = JSON.parse(report.body);
  const [vin, policy] = [heading?.vin ?? '', heading?.policyNumber ?? ''];
  const owner: string = told.generalInfo?.insuranceOwnerDisplayName ?? '';
  const phone: string = told.reportFormContents?.conductor?.telefono ?? '';
  const [firstName = '', lastName = ''] = owner.split(' ');
  const rnc: string = JSON.parse(order.body).supplierTaxId ?? '';
  const claim = order.claimNumber ?? '';
  const bare = (text: string) => text.replaceAll('-', '');
  const all: [name: string, query: string, kind?: RecordKind][] = [
    ['a number', order.number],
    ['a number without hyphens', bare(order.number)],
    ['a number in lower case', order.number.toLowerCase()],
    ['a number with spaces', order.number.replaceAll('-', ' ')],
    ['the beginning of numbers, a year', order.number.slice(0, 7)],
    ['the beginning of numbers, some hundred', order.number.slice(0, -2)],
    ['an id of the marketplace', String(order.marketplaceId)],
    ['the beginning of ids', String(order.marketplaceId).slice(0, 4)],
    ['a claim number', claim],
    ['a claim number without hyphens', bare(claim)],
    ['the beginning of all claim numbers', 'REC-PRUEBA'],
    ['the beginning of some claim numbers', claim.slice(0, -2)],
    ['a policy', policy],
    ['the beginning of policies', policy.slice(0, 14)],
    ['a chassis', vin],
    ['the beginning of a chassis', vin.slice(0, 6)],
    ['the last six of a chassis', vin.slice(-6)],
    ['the last four of a chassis', vin.slice(-4)],
    ['a tax receipt', receipt ?? ''],
    ['the beginning of most tax receipts', 'B01'],
    ['an RNC', rnc],
    ['the beginning of RNCs', rnc.slice(0, 4)],
    ['the party of most', 'Repuestos Prueba 1'],
    ['a party of few', 'Repuestos Prueba 1500'],
    ['a workshop', 'Taller Prueba 12'],
    ['an insured', owner],
    ['a first name', firstName],
    ['three letters of a last name', lastName.slice(0, 3)],
    ['a telephone', phone],
    ['a make', 'toyota'],
    ['a make and a model', heading?.vehicle?.split(' ').slice(0, 2).join(' ') ?? ''],
    ['a vehicle and its year', heading?.vehicle ?? ''],
    ['a frequent word', 'bumper'],
    ['two frequent words', 'bumper delantero'],
    ['three frequent words', 'puerta delantera izquierda'],
    ['two letters', 'pu'],
    ['one letter', 'b'],
    ['one digit', '1'],
    ['the beginning of a word', 'guarda'],
    ['the code of a part', 'CAR-0101'],
    ['words of a comment', 'orden corregida'],
    ['a word of notes, with its accent', 'odómetro'],
    ['a city', 'santiago'],
    ['a word that is nowhere', 'zzyzx'],
    ['a frequent word and one that is nowhere', 'bumper zzyzx'],
    ['a frequent word and a number', `bumper ${claim}`],
    ['a total, with its currency', `RD$ ${readableAmount(order.total ?? '1')}`],
    ['a total, plain', order.total ?? ''],
    ['a word with a wrong letter', 'guardafamgo'],
    ['a name with a wrong letter', 'Dominges'],
    ['a frequent word, of documents', 'bumper', 'financialDocument'],
    ['a party and a word, of orders', 'Repuestos Prueba 1 bonete', 'purchaseOrder'],
    ['a make, of reports', 'hyundai', 'incidentReport'],
  ];
  return all
    .filter(([, query]) => query !== '')
    .map(([name, query, kind]) => ({ name, query, ...(kind === undefined ? {} : { kind }) }));
}
