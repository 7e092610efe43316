import type { ImportFailure, RowProblem } from '#shared/contract/policies.ts';
import type { ImportFailureCode, RowProblemCode } from '#shared/policy-terms.ts';
import type { PolicyImports } from './api.ts';

/** Where files of the watched folder go, beside each other in it. */
export const reportFolders = { imported: 'importados', refused: 'rechazados' } as const;

/** In Spanish, as the office reads them; the screen has its own words. */
const problemTexts: Record<RowProblemCode, string> = {
  missing: 'falta',
  tooLong: 'es demasiado largo',
  notANumber: 'no es un número',
  notAnAmount: 'no es un monto',
  notADate: 'no es una fecha',
  notAYear: 'no es un año',
  notYesOrNo: 'no es sí ni no',
  unknownPersonType: 'no es un tipo de persona',
  unknownIdentificationType: 'no es un tipo de identificación',
  badCoverages: 'no son coberturas de la forma CÓDIGO:Nombre;CÓDIGO:Nombre',
  periodReversed: 'la vigencia termina antes de empezar',
  ownerMissing: 'falta el asegurado',
  duplicateInFile: 'la póliza y el chasis (VIN) están repetidos en el archivo',
  ownerDiffersInFile: 'el asegurado de la póliza es otro que en una fila anterior',
  unreadable: 'la fila tiene más celdas que encabezados',
  scientific: 'está en notación científica y perdió dígitos: dé formato de texto a la columna',
  vinForm: 'tiene signos que un chasis (VIN) no lleva',
  vinLength: 'no tiene los 17 caracteres de un chasis (VIN)',
  vinLetters: 'tiene I, O o Q, que un chasis (VIN) no lleva',
  vinCheckDigit: 'el dígito verificador del chasis (VIN) no cuadra',
  taxIdForm: 'no tiene los 9 dígitos de un RNC ni los 11 de una cédula',
  rncCheckDigit: 'el dígito verificador del RNC no cuadra',
  cedulaCheckDigit: 'el dígito verificador de la cédula no cuadra',
};

type Done = Awaited<ReturnType<PolicyImports['importNow']>> | { outcome: 'known' };

/** What is written beside a file of the watched folder. */
export function folderReport(filename: string, done: Done, badRows: 'refuse' | 'skip'): string {
  return `${[`Archivo: ${filename}`, ...linesOf(done, badRows)].join('\r\n')}\r\n`;
}

function linesOf(done: Done, badRows: 'refuse' | 'skip'): string[] {
  if (done.outcome === 'known') return ['Este archivo ya había sido importado; no se importó otra vez.'];
  if (done.outcome === 'busy') return ['Había otra importación en curso.'];
  if (done.outcome === 'unreadable') return ['No se importó nada.', ...failureLines(done.failure)];
  const { rows, added, changed, unchanged, bad, problems, warned, warnings, applied } = done.result;
  const { unassignedCodes: codes } = done.result;
  return [
    applied ? 'Se importó.' : 'No se importó nada, porque el archivo tiene filas con errores.',
    `Filas: ${rows}`,
    ...(applied ? [`Agregadas: ${added}`, `Cambiadas: ${changed}`, `Sin cambios: ${unchanged}`] : []),
    `Con errores${applied && badRows === 'skip' ? ' (no importadas)' : ''}: ${bad}`,
    ...problems.map(problemLine),
    ...(warned === 0 ? [] : [`Con avisos${applied ? ' (importadas igual)' : ''}: ${warned}`]),
    ...warnings.map(problemLine),
    ...(codes.length === 0
      ? []
      : [
          `Cobertura no verificada: falta asignar a tipos de incidente ${codes.length === 1 ? 'el código' : 'los códigos'} ${codes.join(', ')}. Asígnelos en la pantalla: Ajustes, Coberturas.`,
        ]),
  ];
}

function problemLine({ line, column, code, value }: RowProblem): string {
  const place = column === null ? `Línea ${line}` : `Línea ${line}, ${column}`;
  return `${place}: ${problemTexts[code]}${value === '' ? '' : ` («${value}»)`}`;
}

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
function failureLines(failure: ImportFailure): string[] {
  const reason = `Motivo: ${failureTexts[failure.code](failure)}.`;
  return failure.detail === '' ? [reason] : [reason, `Detalle técnico: ${failure.detail}`];
}
