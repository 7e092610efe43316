/**
 * What the seven lists hold. The interface shows none of their fields, so these are likely ones; ids and names are
 * samples that agree with those in the records.
 */
import type { ReferenceList } from '#shared/reference-terms.ts';
import { itemTypes } from '../sample-data.ts';
import { countries, provinces } from '../sample-places.ts';

const statuses = (first: number, names: readonly string[]) =>
  names.map((documentStatusName, index) => ({
    documentStatusId: first + index,
    documentStatusName,
    isActive: true,
  }));

/** The elements of each list, before any wrapper. */
export const listElements: Readonly<Record<ReferenceList, readonly object[]>> = {
  itemTypes: itemTypes.map(({ id, name }) => ({ itemTypeId: id, itemTypeName: name })),
  requestTypes: [
    { requestTypeId: 1, requestTypeName: 'Licitación de piezas' },
    { requestTypeId: 2, requestTypeName: 'Licitación de mano de obra' },
    { requestTypeId: 3, requestTypeName: 'Licitación de piezas y mano de obra' },
  ],
  requestStatuses: statuses(1, ['Borrador', 'Publicada', 'En evaluación', 'Adjudicada', 'Cancelada']),
  purchaseOrderStatuses: statuses(11, ['Creada', 'Enviada', 'Despachada', 'Recibida', 'Cancelada']),
  serviceOrderStatuses: statuses(21, ['Creada', 'En proceso', 'Terminada', 'Cancelada']),
  countries: countries.map(({ id, name, code }) => ({ countryId: id, countryName: name, isoCode: code })),
  states: provinces.map(({ id, name }) => ({ stateId: id, stateName: name, countryId: 1 })),
};

/** OperationResult of .NET services: what item-types comes in, and `wrapped` puts any list in. */
export function wrapped(elements: readonly object[]): object {
  return { isSuccess: true, message: null, errors: [], data: elements };
}

/** The list as the interface's table has it: item types in their wrapper, all others bare. */
export function listAnswer(list: ReferenceList): object {
  return list === 'itemTypes' ? wrapped(listElements[list]) : listElements[list];
}
