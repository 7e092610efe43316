/** La base de datos que falta o está dañada, y cómo se rehace de lo que llegó. */
export const rebuild = {
  panel: {
    title: {
      databaseDamaged: 'La base de datos está dañada',
      databaseLost: 'Falta la base de datos',
      rebuilding: 'Se está rehaciendo la base de datos',
    },
    meaning: {
      databaseDamaged:
        'Perito no puede abrirla: no hay listas, ni reclamos, ni decisiones. Lo que llegó del marketplace está guardado aparte.',
      databaseLost:
        'Perito no la encuentra en su carpeta: no hay listas, ni reclamos, ni decisiones. Lo que llegó del marketplace está guardado aparte.',
      rebuilding:
        'Las listas y las decisiones vuelven por sí solas cuando termine. Puede dejar esta página abierta o cerrarla: el trabajo sigue mientras Perito esté abierto.',
    },
    canBeMade: 'De él se puede rehacer.',
    noticed: 'Se notó {{at}}',
    began: 'Comenzó {{at}}',
    backup:
      'Si hay un respaldo, restáurelo en vez de rehacerla: trae también lo que hicieron las personas, y lo que llegó después se conserva.',
    restore: 'Restaurar un respaldo…',
    meanwhile: 'Mientras tanto',
    receives: 'Lo que llega se recibe, se contesta y se guarda como siempre; después aparece en las listas.',
    notReceiving: 'No se está recibiendo. {{why}}',
    cancellations:
      'Una cancelación se contesta «en revisión» al final de su espera; nada se aprueba por sí solo.',
    lookups: 'Las consultas de pólizas se contestan en cuanto la base de datos se pueda leer.',
    lookupsGoOn:
      'Las consultas de pólizas se contestan mientras la base anterior se pueda leer; si no, cuando esté la nueva.',
    what: 'Qué se rehace y qué se conserva',
    anew: 'Se rehace del diario: registros, listas, reclamos, hallazgos, respuestas ya entregadas, y los ajustes y las claves del receptor.',
    kept: 'Se conserva, hasta donde se pueda leer la base anterior: notas, revisiones, respuestas sin entregar, los demás ajustes y la cartera de pólizas.',
    keptLost:
      'No está en lo que llegó y no se puede rehacer: notas, revisiones, respuestas sin entregar, los demás ajustes y la cartera de pólizas.',
    aside: 'La base anterior se aparta en la misma carpeta; nunca se borra.',
    begin: 'Rehacer la base de datos',
    pace: 'Tarda cerca de un segundo por cada mil registros.',
  },
  phase: {
    checking: 'Comprobar lo que llegó',
    deriving: 'Hacer las listas',
    examining: 'Examinar los registros',
    rechecking: 'Volver a mirar lo que depende de otros registros',
    comparing: 'Comparar con la base anterior',
  },
  progress: {
    left: 'Este paso termina en unos {{long}}',
    stopAbout: 'Si lo detiene, nada cambia.',
  },
  failure: {
    title: 'No se pudo rehacer; nada cambió',
    diskFull: 'No hay espacio en el disco para la base de datos nueva. Libere espacio e inténtelo otra vez.',
    journalDamaged:
      'Lo que llegó está dañado, y así no se rehace nada de ello. Cierre Perito y restaure una copia de respaldo de su carpeta de datos. Si no hay ninguna, quien atiende el equipo puede tomar lo que aún se lea con «perito rebuild --from-damaged-journal».',
    otherVersion:
      'La base de datos es de una versión más nueva de Perito. Instale esa versión y ábrala con ella.',
    other:
      'Lo impidió una falla. Inténtelo otra vez; si se repite, avise a quien atiende el equipo y dele el detalle técnico.',
    retry: 'Intentar otra vez',
  },
  ask: {
    band: 'La revisión de fondo encontró dañada la base de datos de lo que se lista y decide. Lo que llega se sigue recibiendo y guardando, y lo que llegó está guardado aparte: de eso se puede rehacer.',
    open: 'Rehacer…',
    title: '¿Rehacer la base de datos ahora?',
    away: 'Mientras dure no habrá listas ni decisiones en ningún equipo. Lo que escriba en esta página se queda en ella.',
    stop: 'Se puede detener en cualquier momento; entonces nada cambia.',
  },
  band: {
    made: 'La base de datos se rehízo {{at}}, en {{long}}.',
    all: 'Se conservó todo lo que hicieron las personas.',
    part: 'Una parte de lo que hicieron las personas no se pudo conservar.',
    journalOnly: 'De lo que hicieron las personas quedó solo lo que está guardado con lo que llegó.',
    stopped: 'Se detuvo {{at}} la reconstrucción de la base de datos; nada cambió.',
    failed: 'La base de datos no se pudo rehacer {{at}}; nada cambió.',
    see: 'Ver',
  },
  report: {
    title: 'La base de datos rehecha',
    failedTitle: 'La base de datos no se rehízo',
    records: 'Registros en las listas',
    entries: 'Entradas de lo que llegó',
    at: 'Terminó',
    took: 'tardó {{long}}',
    aside: 'La base anterior está en',
    path: 'la ruta',
    asideAbout: 'Puede borrarla cuando haya visto que todo está.',
    before: {
      missing: 'No había una base anterior.',
      empty: 'La base anterior estaba vacía.',
      unreadable: 'La base anterior no se pudo leer.',
    },
    redo: 'Las notas, las revisiones, las respuestas sin entregar, los ajustes que no son del receptor y la cartera de pólizas no están guardados con lo que llegó: lo que no tenga en una copia de respaldo hay que hacerlo de nuevo.',
    lost: 'Lo que no se pudo conservar',
    what: 'Qué',
    lostRows: 'Perdidas',
    keptRows: 'Conservadas',
    unknown: 'no se sabe cuántas',
    cancellations: 'Cancelaciones por revisar',
    cancellationsAbout:
      'Lo que se decidió de ellas no concuerda con lo que se guardó de sus llamadas. Ábralas y decida otra vez donde haga falta.',
    cancellation: 'Cancelación de la orden {{number}}',
    unlisted_one:
      '{{entries}} entrada de lo que llegó no se pudo listar por una falla de Perito. Sigue guardada; avise a quien atiende el equipo.',
    unlisted_other:
      '{{entries}} entradas de lo que llegó no se pudieron listar por una falla de Perito. Siguen guardadas; avise a quien atiende el equipo.',
    differences_one: 'En {{rows}} fila la base anterior tenía otra cosa; ahora vale lo que llegó.',
    differences_other: 'En {{rows}} filas la base anterior tenía otra cosa; ahora vale lo que llegó.',
    close: 'Cerrar',
  },
  /** Lo que hicieron las personas, por el nombre de su tabla. */
  tables: {
    record: 'Revisiones de registros',
    note: 'Notas',
    cancellation: 'Respuestas a cancelaciones',
    decision: 'Decisiones sobre facturas',
    acknowledgement: 'Hallazgos dados por revisados',
    attachment_mark: 'Anotaciones en fotos',
    rejected_delivery: 'Envíos rechazados marcados como vistos',
    setting: 'Ajustes',
    receiver_key: 'Claves del marketplace',
    policy: 'Pólizas de la cartera',
    policy_vehicle: 'Vehículos de la cartera',
    policy_book: 'Versión de la cartera',
    policy_import: 'Importaciones de la cartera',
    policy_import_problem: 'Errores de las importaciones',
    policy_mapping: 'Columnas asignadas en las importaciones',
    policy_folder_file: 'Archivos de la carpeta vigilada',
    attachment: 'Descargas de fotos y documentos',
    attachment_host: 'Servidores aprobados y rechazados',
    content: 'Archivos guardados',
    perceptual_hash_quarter: 'Huellas de fotos',
    similar_content: 'Fotos parecidas',
    reference_list: 'Listas de la plataforma',
    bundle: 'Legajos a los que pasaron reclamos',
    absence: 'Horas sin recibir',
    retention_run: 'Corridas de la regla de conservación',
    not_examined: 'Registros que no se pudieron examinar',
    audit: 'Bitácora de lo que hicieron las personas',
    audit_head: 'Cierre de la bitácora',
    installation: 'Datos de la instalación',
    sequence: 'Numeración de la cartera',
  },
} as const;
