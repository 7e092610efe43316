import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ImportFailureCode } from '#shared/policy-terms.ts';

const count = new Intl.NumberFormat('es-DO');

/** In Spanish, as the office reads them; the screen has its own words. */
const failureTexts: Record<ImportFailureCode, (failure: ImportFailure) => string> = {
  fileMissing: () => 'el archivo ya no está, o no se permite leerlo',
  notAFile: () => 'no es un archivo',
  otherEnding: () => 'el nombre no termina en .csv, .txt ni .xlsx',
  emptyFile: () => 'el archivo está vacío',
  notReadable: () => 'el archivo no se pudo leer',
  oldExcel: () =>
    'es un Excel antiguo (.xls), o tiene contraseña: guárdelo como .xlsx sin contraseña, o como CSV',
  neitherCsvNorExcel: () => 'no es un texto CSV ni un libro de Excel (.xlsx)',
  rowsRunOn: ({ line }) =>
    `desde la línea ${line ?? '—'} no se distinguen las filas: revise si falta cerrar una comilla`,
  workbookDamaged: () => 'el libro de Excel está dañado: ábralo en Excel y guárdelo otra vez',
  noSheet: () => 'el libro de Excel no tiene hojas',
  sheetMissing: () => 'el libro de Excel no tiene esa hoja',
  noHeadings: () => 'la primera fila no tiene los nombres de las columnas',
  noColumns: ({ columns }) =>
    `ningún encabezado dice cuál columna es ${columns.join(' ni ')}: importe el archivo una vez desde la pantalla y Perito lo recordará`,
  tooLarge: ({ limit }) =>
    limit === null
      ? 'el archivo es demasiado grande: divídalo en partes'
      : `el archivo pasa de ${count.format(limit / 1024 / 1024)} MB: divídalo en partes`,
  tooManyRows: ({ limit }) => `el archivo pasa de ${count.format(limit ?? 0)} filas: divídalo en partes`,
  tooManyColumns: ({ limit }) => `el archivo pasa de ${count.format(limit ?? 0)} columnas`,
  lineTooLong: () => 'una línea es demasiado larga: revise si falta cerrar una comilla',
  workbookTooLarge: () => 'el libro de Excel es demasiado grande por dentro: guárdelo como CSV',
  workbookTooDeep: () =>
    'el libro de Excel no está hecho como una hoja de cálculo: ábralo en Excel y guárdelo otra vez, o como CSV',
  badRows: () => 'el archivo tiene filas con errores',
  nothingGiven: () => 'no hay nada que importar',
  stopped: () => 'Perito se detuvo antes de terminar: suelte el archivo otra vez',
  cancelled: () => 'la importación se canceló',
  notStored: () => 'no se pudo guardar: revise el espacio en disco y suelte el archivo otra vez',
};

/** Why a file of the watched folder was not imported, and below it what is only of use to who looks after the computer. */
export function failureLines(failure: ImportFailure): string[] {
  const reason = `Motivo: ${failureTexts[failure.code](failure)}.`;
  return failure.detail === '' ? [reason] : [reason, `Detalle técnico: ${failure.detail}`];
}
