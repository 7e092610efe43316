export const exports = {
  menu: {
    open: 'Exportar',
    csv: 'CSV, para cualquier programa',
    xlsx: 'Excel (XLSX)',
    pdf: 'PDF, para imprimir',
    command: 'Exportar la lista: {{format}}',
    print: 'Imprimir o guardar en PDF',
    label: 'Exportar la lista',
  },
  busy: 'Ya se están escribiendo tres exportaciones. Espere a que termine una, o deténgala.',
  writing: 'Exportando {{title}}: {{rows}} filas',
  writingOf: 'Exportando {{title}}: {{rows}} de {{total}} filas',
  preparing: 'Preparando {{title}}',
  stop: 'Detener',
  done_one:
    '{{title}}: {{shown}} fila en {{format}}, {{size}}. Queda anotado en la bitácora quién la exportó.',
  done_other:
    '{{title}}: {{shown}} filas en {{format}}, {{size}}. Queda anotado en la bitácora quién las exportó.',
  document: '{{title}} está listo en PDF, {{size}}.',
  save: 'Guardar',
  saveOf: 'Guardar el archivo de {{title}}',
  open: 'Abrir',
  dismiss: 'Quitar {{title}}',
  failure: {
    diskFull: '{{title}} no se exportó: el disco está lleno. Libere espacio y repita.',
    notWritable: '{{title}} no se exportó: no se puede escribir en la carpeta de datos.',
    targetExists: '{{title}} no se exportó: ya hay un archivo con ese nombre.',
    tooManyRows:
      '{{title}} no se exportó: son más de {{most}} filas, el máximo de {{format}}. Use filtros, o exporte en CSV.',
    notFound: '{{title}} no se exportó: ya no está.',
    stopped: 'La exportación de {{title}} se detuvo. No quedó ningún archivo.',
    other: '{{title}} no se exportó. Repita; si vuelve a fallar, avise a quien cuida la computadora.',
  },
  viewer: 'Documento exportado',
} as const;
