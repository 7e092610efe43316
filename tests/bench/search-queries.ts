/** Kinds of searches that people make. */
import type { RecordKind } from '../../shared/terms.ts';

export interface SearchQuery {
  name: string;
  query: string;
  kind?: RecordKind;
}

export const searchQueries: readonly SearchQuery[] = [
  { name: 'a frequent word', query: 'bumper' },
  { name: 'two frequent words', query: 'bumper delantero' },
  { name: 'three frequent words', query: 'puerta delantera izquierda' },
  { name: 'a frequent word, of one kind', query: 'bumper', kind: 'financialDocument' },
  { name: 'the beginning of a word', query: 'guarda' },
  { name: 'a claim number', query: 'REC-PRUEBA-0001234' },
  { name: 'the beginning of a number', query: 'OC-2025-0001' },
  { name: 'a party', query: 'Repuestos Prueba 1' },
  { name: 'a word that is nowhere', query: 'zzyzx' },
];
