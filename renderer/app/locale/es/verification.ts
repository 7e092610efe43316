/** La comprobación de todo lo que Perito guarda. */
const restore = 'Cierre Perito, guarde una copia de su carpeta de datos y restaure un respaldo.';
const otherChain = 'Alguien cambió los datos fuera de Perito: un respaldo de esa fecha los tiene como eran.';

export const verification = {
  about:
    'Mira todo lo que Perito guarda y dice si es lo que se escribió. No cambia nada; mientras tanto se recibe y se trabaja como siempre.',
  begin: 'Comprobar todo ahora',
  thorough: 'Leer también los respaldos byte a byte',
  thoroughAbout:
    'Tarda lo que el sitio necesite para leerlos enteros. Sin esto se buscan sus archivos y se comparan sus tamaños.',
  thoroughRun: 'Los respaldos se leen byte a byte.',
  never: 'Todavía no se ha comprobado todo.',
  whole: 'Todo está como se escribió',
  wholeAt: 'Comprobado {{when}} por {{person}}.',
  wrong_one: '{{problems}} problema por atender',
  wrong_other: '{{problems}} problemas por atender',
  lastWhole: 'La última vez que todo estaba como se escribió: {{when}}.',
  neverWhole: 'Ninguna comprobación lo ha encontrado todo como se escribió.',
  running: 'Comprobando a pedido de {{person}}; comenzó {{when}}.',
  waiting: 'Espera a que lleguen menos entregas.',
  stopAbout: 'Si la detiene, vale la comprobación anterior.',
  state: { whole: 'Bien', now: 'Comprobando', next: 'Pendiente', notChecked: 'Sin comprobar' },
  problems_one: '{{problems}} problema',
  problems_other: '{{problems}} problemas',
  part: {
    journal: 'Lo que llegó',
    audit: 'Lo que hicieron las personas',
    anchors: 'Las anotaciones diarias',
    database: 'La base de datos',
    derived: 'Las listas',
    content: 'Fotos y documentos',
    rights: 'Quién puede leerlo',
    backups: 'Los respaldos',
    bundles: 'Los archivos',
  },
  partAbout: {
    journal: 'Cada entrega del diario, byte a byte, su número y la cadena que las une.',
    audit: 'Cada entrada de la bitácora y la cadena que las une.',
    anchors: 'Las dos cadenas contra lo que se anotó de ellas fuera de la base de datos.',
    database: 'El archivo, tabla por tabla.',
    derived: 'Lo que se muestra contra lo que llegó.',
    content: 'Cada archivo contra su huella.',
    rights: 'La carpeta de datos, cerrada a las demás cuentas del equipo.',
    backups: 'Cada respaldo en su sitio.',
    bundles: 'Cada archivo que se hizo, donde está ahora: todas sus partes y de quién es.',
  },
  entry: 'entrada {{entry}}',
  entries: 'entradas {{entry}} a {{until}}',
  entryMeans: '{{which}} ({{means}})',
  kind: {
    ask: 'Solicitud de cancelación',
    answer: 'Respuesta a una cancelación',
    outcome: 'Resultado de una cancelación',
    lookup: 'Consulta de póliza',
    rejected: 'Envío rechazado',
  },
  /** Lo que una entrada de la bitácora dice que se hizo. */
  action: {
    settings_changed: 'Cambio de ajustes',
    record_noted: 'Nota',
    record_reviewed: 'Registro revisado',
    record_unreviewed: 'Revisión quitada',
    record_examinedAgain: 'Registro examinado otra vez',
    finding_acknowledged: 'Hallazgo dado por revisado',
    finding_acknowledgementWithdrawn: 'Hallazgo abierto otra vez',
    cancellation_decided: 'Respuesta a una cancelación',
    cancellation_withdrawn: 'Respuesta retirada',
    cancellation_closed: 'Solicitud de cancelación cerrada',
    cancellation_answered: 'Respuesta entregada',
    cancellation_callerGone: 'Respuesta que nadie esperó',
    cancellation_interrupted: 'Solicitud interrumpida',
    rejected_seen: 'Envío rechazado visto',
    rejected_unseen: 'Envío rechazado sin ver',
    attachment_marked: 'Anotación en una foto',
    attachment_retried: 'Descarga repetida',
    attachment_stored: 'Archivo guardado',
    attachmentHost_decided: 'Servidor aprobado o rechazado',
    content_damaged: 'Archivo dañado',
    content_missing: 'Archivo perdido',
    contents_released: 'Fotos y documentos pasados a un archivo',
    policies_imported: 'Importación de la cartera',
    policies_importFailed: 'Importación fallida',
    policies_importCancelled: 'Importación cancelada',
    policies_added: 'Póliza agregada',
    policies_corrected: 'Póliza corregida',
    policies_removed: 'Póliza quitada',
    receiverKey_added: 'Clave del marketplace agregada',
    receiverKey_retired: 'Clave del marketplace retirada',
    platformKey_given: 'Clave de la plataforma guardada',
    platformKey_forgotten: 'Clave de la plataforma olvidada',
    referenceList_accepted: 'Lista de la plataforma aceptada',
    database_rebuilt: 'Base de datos rehecha',
    verification_started: 'Comprobación',
  },
  source: {
    file: 'la anotación del {{at}}',
    secondCopy: 'la segunda copia del {{at}} en {{folder}}',
    backup: 'el respaldo del {{at}} en {{folder}}',
    bundle: 'el archivo {{file}} del {{at}}',
  },
  finding: {
    journalBroken: {
      missing: 'Falta en el diario, o no se puede leer: {{which}}.',
      bytes: 'No tiene el contenido que llegó: {{which}}.',
      chain: 'No sigue a lo anterior, porque algo se cambió ahí: {{which}}.',
    },
    journalFileDamaged: 'El archivo del diario está dañado.',
    numbersBehind:
      'De la numeración {{sequence}} el diario conoce el {{kept}} como último, y ya se dio el {{last}}.',
    auditBroken: {
      changed: 'Se cambió fuera de Perito: {{which}}.',
      missing: 'Se quitó de la bitácora: {{which}}.',
      unreadable: 'No se puede leer: {{which}}.',
      surplus: 'Está detrás del final de la bitácora: {{which}}.',
      head: 'No es el final que la bitácora dice tener: {{which}}.',
    },
    chainShorter: {
      journal:
        'El diario termina en la entrada {{ends}}, pero {{source}} conoce la entrada {{entry}}: le quitaron el final.',
      audit:
        'La bitácora termina en la entrada {{ends}}, pero {{source}} conoce la entrada {{entry}}: le quitaron el final.',
    },
    chainOther: {
      journal:
        'El diario no es el que conoce {{source}}: después de la entrada {{agreesUntil}} y hasta la {{entry}} se escribió algo de nuevo.',
      audit:
        'La bitácora no es la que conoce {{source}}: después de la entrada {{agreesUntil}} y hasta la {{entry}} se escribió algo de nuevo.',
    },
    anchorsUnreadable_one:
      '{{lines}} línea de anchors.jsonl no es lo que Perito escribió: alguien la cambió.',
    anchorsUnreadable_other:
      '{{lines}} líneas de anchors.jsonl no son lo que Perito escribió: alguien las cambió.',
    databaseDamaged: 'El archivo de la base de datos está dañado.',
    derivedOtherwise: {
      recordOfDelivery: 'Registros que faltan en las listas, o tienen otro número: {{rows}}.',
      revisionOfRecord: 'Registros con otra revisión que la que llegó: {{rows}}.',
      askOfCall: 'Solicitudes de cancelación que llegaron y no se muestran: {{rows}}.',
      callOfAsk: 'Solicitudes de cancelación que se muestran y no llegaron: {{rows}}.',
      outcomeOfAsk: 'Solicitudes de cancelación con otro resultado: {{rows}}.',
      verdictOfAnswer: 'Respuestas a cancelaciones que se entregaron y no se muestran: {{rows}}.',
      answerOfVerdict: 'Respuestas a cancelaciones que se muestran como entregadas y no lo fueron: {{rows}}.',
      rowOfLookup: 'Consultas de pólizas que llegaron y no se muestran: {{rows}}.',
      lookupOfRow: 'Consultas de pólizas que se muestran y no llegaron: {{rows}}.',
      countOfRejected: 'Envíos rechazados que no se muestran: {{rows}}.',
      rejectedOfRow: 'Envíos rechazados que se muestran y no llegaron: {{rows}}.',
    },
    contentLost: 'De {{checked}} archivos, {{damaged}} dañados y {{missing}} perdidos.',
    openToOthers_one: '{{files}} archivo o carpeta está abierto a otras cuentas de este equipo.',
    openToOthers_other: '{{files}} archivos y carpetas están abiertos a otras cuentas de este equipo.',
    placeUnreadable: 'No se pueden comprobar los respaldos en {{folder}}.',
    backupDamaged:
      'Al respaldo {{name}} en {{folder}} le faltan {{missing}} archivos y tiene {{damaged}} dañados.',
    backupUnreadable: 'No se puede comprobar el respaldo {{name}} en {{folder}}.',
    secondCopyDamaged:
      'A la segunda copia en {{folder}} le faltan {{missing}} archivos y tiene {{damaged}} dañados.',
    bundleDamaged: 'El archivo {{file}} tiene {{faults}} partes dañadas o perdidas; {{whole}} están bien.',
    bundleReplaced: {
      content: '{{file}} no es el archivo que se hizo ahí: alguien puso otro en su lugar.',
      signature: 'El archivo {{file}} está firmado con otra clave que la que lo hizo.',
    },
    bundleUnreadable: {
      away: 'El archivo {{file}} no está donde debe estar.',
      notABundle: '{{file}} no es un archivo de Perito, o no se puede leer nada de él.',
      newerFormat: '{{file}} se hizo con un Perito más nuevo.',
      notReadable: 'No se puede leer el archivo {{file}}.',
      passphraseNeeded: 'El archivo {{file}} está cifrado.',
      wrongPassphrase: 'El archivo {{file}} tiene otra contraseña.',
      slow: 'La carpeta del archivo {{file}} no responde.',
    },
    notChecked: 'No se pudo leer lo que había que comprobar.',
  },
  wayOut: {
    journalBroken: restore,
    journalFileDamaged: restore,
    numbersBehind: restore,
    auditBroken:
      'Un respaldo anterior la tiene como era. Guarde una copia de la carpeta de datos antes de hacer nada, para saber quién y cuándo.',
    chainShorter: otherChain,
    chainOther: otherChain,
    anchorsUnreadable: 'Los respaldos tienen anotaciones propias, que se comprueban aparte.',
    databaseDamaged: 'Lo que llegó está en el diario: de él se puede rehacer.',
    derivedOtherwise: 'Las listas se pueden rehacer de lo que llegó.',
    contentLost: 'La comprobación de fotos y documentos los descarga otra vez.',
    openToOthers: 'Cierre Perito y ábralo otra vez: al abrirse los cierra.',
    backupDamaged:
      'Haga otro respaldo ahora: escribe de nuevo los archivos dañados que Perito tenga. No cuente con éste antes de comprobarlo bien.',
    secondCopyDamaged:
      'Mientras Perito funciona los escribe de nuevo con lo que tiene. Compruebe otra vez en un minuto.',
    bundleDamaged:
      'Use otra copia de él si la guardó, o hágalo otra vez mientras Perito tenga los registros.',
    bundleReplaced: 'No cuente con él: guárdelo aparte y busque una copia del que se hizo.',
    bundleUnreadable:
      'Vea que su disco o carpeta esté conectado y compruebe otra vez, o busque otra copia de él.',
    notChecked: 'Compruebe otra vez; si se repite, avise a quien atiende el equipo.',
  },
  remark: {
    bundleAway_one:
      '{{count}} archivo no está donde se hizo: alguien lo llevó a donde se guarda. Quien atiende el equipo puede comprobarlo allí.',
    bundleAway_other:
      '{{count}} archivos no están donde se hicieron: alguien los llevó a donde se guardan. Quien atiende el equipo puede comprobarlos allí.',
    bundleLocked_one: '{{count}} archivo está cifrado y no se miró por dentro.',
    bundleLocked_other: '{{count}} archivos están cifrados y no se miraron por dentro.',
  },
  restored:
    'Según la bitácora, después se restauró una copia, antes del {{at}}: si fue así, esto es lo que esa copia no tenía.',
  derivedOfBroken: 'El diario mismo no está como llegó: restaure un respaldo antes de rehacer las listas.',
  toContent: 'Ir a Fotos y documentos',
} as const;
