export const frame = {
  product: 'Perito',
  skip: 'Saltar al contenido',
  /** Una solicitud de cancelación que espera: orden, monto y tiempo que queda. */
  waiting: {
    title: 'Piden cancelar',
    summary: '{{seconds}} s · {{number}} · {{amount}}',
    withoutAmount: '{{seconds}} s · {{number}}',
    more_one: '{{count}} más espera',
    more_other: '{{count}} más esperan',
  },
  rail: {
    label: 'Secciones',
    inbox: 'Bandeja',
    cancellations: 'Cancelaciones',
    incidents: 'Incidentes',
    purchaseOrders: 'Órdenes de compra',
    serviceOrders: 'Órdenes de servicio',
    documents: 'Documentos',
    claims: 'Reclamos',
    figures: 'Cifras',
    policies: 'Pólizas',
    downloads: 'Descargas',
    rejected: 'Envíos rechazados',
    settings: 'Ajustes',
    needs: 'por atender',
  },
  search: {
    label: 'Buscar',
    placeholder: 'Reclamo, póliza, chasis (VIN), RNC, NCF…',
    clear: 'Borrar la búsqueda',
  },
  person: { none: 'Diga quién es', label: 'Persona en este equipo: {{name}}' },
  receiver: {
    label: 'Receptor:',
    starting: 'Arrancando',
    listening: 'Escuchando',
    noKey: 'Sin clave',
    notStoring: 'No guarda',
    failed: 'No recibe',
    stopped: 'Detenido',
    unknown: 'Sin noticias',
    lastCall: 'última llamada {{when}}',
    noCall: 'sin llamadas',
    explain: {
      starting: 'El receptor está arrancando.',
      listening:
        'Perito escucha en {{url}}. Si el marketplace llega hasta aquí se comprueba aparte, en Ajustes, Conexión.',
      noKey: 'Falta la clave del marketplace: hasta que exista una, ninguna llamada se atiende.',
      notStoring:
        'No se puede guardar lo que llega: las llamadas se rechazan y el marketplace debe repetirlas.',
      failed: 'El receptor no pudo abrir su dirección: ninguna llamada llega.',
      stopped: 'El receptor está detenido: ninguna llamada llega.',
      unknown: 'Esta pantalla no alcanza el programa; el receptor puede estar trabajando.',
    },
    error: {
      addressInUse: 'Otro programa ocupa ese puerto. Elija otro puerto o cierre el otro programa.',
      addressNotAvailable: 'La computadora de Perito no tiene esa dirección. Elija otra en los ajustes.',
      certificate:
        'Debe responder por HTTPS y su certificado no se puede usar. En Ajustes, Receptor y HTTPS, se dice por qué y qué hacer.',
      permission:
        'El sistema no permite abrir ese puerto. Si es menor que 1024, use uno mayor; si la unidad del servicio solo permite ciertos puertos (SocketBindAllow), agréguelo allí.',
      diskLow: 'Queda poco disco. Libere espacio: se reanuda solo.',
      databaseGone:
        'Borraron o cambiaron los archivos donde se guarda lo que llega mientras Perito trabajaba. Cierre Perito; quien atiende el equipo debe reponerlos o restaurar un respaldo antes de abrirlo otra vez.',
      databaseAway:
        'El servidor de la base de datos no responde y puede que otro Perito haya tomado su lugar. Se le dice al marketplace que vuelva a llamar; Perito sigue solo cuando el servidor responda, o queda en espera si otro dirige.',
      databaseFailed:
        'Falló el archivo donde se guarda lo que llega. Cierre Perito y ábralo otra vez; si sigue, quien atiende el equipo debe restaurar un respaldo.',
      other: 'Algo impidió trabajar al receptor.',
    },
  },
  keychain: {
    works: 'El almacén seguro guarda las claves',
    locked: 'Almacén de claves bloqueado',
    absent: 'Sin almacén seguro de claves',
    failed: 'El almacén seguro de claves falla',
    /** Donde el del sistema no funciona y el escritorio las cifra. */
    safeStorage:
      'El escritorio de Perito cifra las claves con el sistema y las guarda junto a los datos. El almacén del sistema no se usa; cuando funcione, pasan a él.',
    explain: {
      works: 'Las claves se guardan en el almacén seguro del sistema.',
      locked:
        'El almacén seguro de claves del sistema está bloqueado. Las llamadas se siguen autenticando; para guardar o entregar una clave, desbloquéelo.',
      absent:
        'La computadora de Perito no tiene un almacén seguro de claves. Las claves nuevas valen para recibir, pero su secreto solo se recuerda hasta que Perito se cierre.',
      failed:
        'El almacén seguro de claves del sistema no responde bien. Las llamadas se siguen autenticando; el secreto de una clave nueva solo se recuerda hasta que Perito se cierre.',
    },
    problem: {
      locked: 'Desbloquéelo con su contraseña y vuelva a comprobar.',
      noSession:
        'Perito no corre dentro de una sesión de escritorio, y sin ella no hay almacén seguro de claves.',
      noService: 'No hay instalado un programa que guarde claves, como gnome-keyring o KWallet.',
      noKeyring:
        'La cuenta con que corre Perito todavía no tiene un almacén de claves. Cree el predeterminado en el programa de contraseñas y vuelva a comprobar.',
      noModule:
        'A esta instalación de Perito le falta la pieza que habla con el almacén seguro de claves. Pida que la completen.',
      noAnswer: 'No respondió a tiempo. Puede estar pidiendo su contraseña en otra ventana.',
      otherValue: 'Devolvió otra cosa que lo guardado: no se le confía ninguna clave.',
      other: 'Dio un error que Perito no conoce.',
    },
  },
  link: {
    never: 'Perito no contesta. Puede estar cerrado o arrancando; se intenta de nuevo solo.',
    lost: 'Sin conexión con Perito. Última actualización: {{time}}; lo que ve puede estar atrasado.',
    retry: 'Reintentar ahora',
    signedOut: 'La sesión terminó. Abra Perito otra vez desde su enlace para seguir.',
  },
  /** Cuando la parte de Perito que lista y decide se interrumpe, el receptor sigue por su cuenta. */
  engine: {
    /** Un momento de hoy. */
    at: 'a las {{time}}',
    atOne: 'a la {{time}}',
    away: {
      crashed: 'Perito se interrumpió {{at}} por una falla y vuelve por sí solo.',
      outOfMemory: 'Perito se interrumpió {{at}} por falta de memoria y vuelve por sí solo.',
      cannotStart:
        'Perito se interrumpió {{at}} y no logra arrancar de nuevo; lo sigue intentando. Si no vuelve en unos minutos, ciérrelo y ábralo otra vez, o avise a quien atiende el equipo.',
      diskFull:
        'Perito no puede abrir su base de datos {{at}}: el disco está lleno. Libere espacio, y vuelve por sí solo.',
      receiving:
        'Lo que llega se sigue recibiendo y guardando; una cancelación que nadie alcance a decidir se contesta «en revisión».',
      shown: 'Lo que ve es de antes; lo que escriba queda aquí.',
      notReceiving: 'Tampoco se recibe ahora: el marketplace debe repetir sus llamadas.',
    },
    back: {
      crashed: 'Perito se interrumpió {{at}} durante {{long}} por una falla.',
      outOfMemory: 'Perito se interrumpió {{at}} durante {{long}} por falta de memoria.',
      cannotStart: 'Perito se interrumpió {{at}} durante {{long}}: no lograba arrancar.',
      databaseDamaged: 'Perito estuvo sin su base de datos {{at}} durante {{long}}: estaba dañada.',
      databaseLost: 'Perito estuvo sin su base de datos {{at}} durante {{long}}.',
      diskFull: 'Perito estuvo sin su base de datos {{at}} durante {{long}}: el disco estaba lleno.',
      often: 'Van {{times}} interrupciones desde que se abrió: avise a quien atiende el equipo.',
      seconds: '{{seconds}} s',
      minutes: '{{minutes}} min',
      listed: 'Todo lo que llegó se guardó y ya está en las listas.',
      listing_one: 'Todo lo que llegó se guardó; falta {{records}} registro por listar.',
      listing_other: 'Todo lo que llegó se guardó; faltan {{records}} registros por listar.',
      read: 'Entendido',
    },
    database: {
      failed:
        'Perito no puede escribir en su base de datos: nada nuevo aparece aquí y ningún cambio se guarda. Lo que llega se sigue recibiendo y guardando aparte. Cierre Perito y ábralo otra vez. Si ya no puede abrirla, ofrece rehacerla sin perder nada de lo recibido.',
      gone: 'Borraron o cambiaron la base de datos mientras Perito trabajaba: nada nuevo aparece aquí y ningún cambio se guarda. Lo que llega se sigue recibiendo y guardando aparte. Cierre Perito y, si la tiene, repóngala antes de abrirlo otra vez. Si no está, Perito ofrece rehacerla sin perder nada de lo recibido.',
    },
    damaged: {
      audit:
        'La bitácora de lo que hicieron las personas y Perito no es la que se escribió: alguien cambió o quitó entradas fuera de Perito. La comprobación dice cuáles.',
      journal:
        'La revisión de fondo encontró daños en lo que llegó: algo no está como se recibió. Lo que llega se sigue recibiendo y guardando. Cierre Perito, guarde una copia de su carpeta de datos y restaure una copia de respaldo.',
    },
  },
  book: {
    incomplete:
      'A la cartera de pólizas le falta lo que se perdió con la base de datos: una consulta de una póliza que no está en ella no se contesta, para no decir que no existe. Importe la cartera otra vez.',
    import: 'Importar',
  },
  arrivals: {
    band_one: 'Llegó {{records}} registro que aún no está en las listas; aparece enseguida.',
    band_other: 'Llegaron {{records}} registros que aún no están en las listas; van apareciendo.',
  },
  examining: {
    band_one:
      'Falta examinar {{revisions}} registro que llegó. Sus hallazgos, y los montos de su reclamo, todavía no están.',
    band_other:
      'Faltan por examinar {{revisions}} registros que llegaron. Sus hallazgos, y los montos de sus reclamos, todavía no están.',
  },
  sample: 'Datos de muestra: nada de lo que ve es real.',
  firstRun: { band: 'Faltan pasos de la puesta en marcha.', resume: 'Continuar' },
  keys: {
    title: 'Atajos de teclado',
    open: 'Ver los atajos de teclado',
    close: 'Cerrar',
    move: 'Moverse',
    here: 'En esta pantalla',
    go: 'Ir a',
    next: 'Siguiente',
    previous: 'Anterior',
    approve: 'Aprobar cancelación',
    refuse: 'Rechazar',
    urgent: 'Abrir la cancelación que vence antes',
    note: 'Escribir una nota',
    assignToMe: 'Asignarme, o dejar de tenerlo',
    search: 'Buscar',
    space: 'Espacio',
    back: 'Volver a la lista',
    enter: 'Enter',
    detail: 'Entrar al detalle',
    pages: 'Avanzar y retroceder en el detalle',
    send: 'Enviar un texto',
    select: 'Seleccionar la fila',
    selectRange: 'Seleccionar hasta la fila siguiente',
    selectAll: 'Seleccionar lo que está en la lista',
  },
} as const;

export const common = {
  dayForm: 'dd/mm/aaaa',
  noDay: 'No es una fecha: escríbala como {{form}}.',
  openCalendar: 'Abrir el calendario',
  save: 'Guardar',
  cancel: 'Volver',
  undo: 'Deshacer',
  see: 'Ver',
  retry: 'Reintentar',
  copy: 'Copiar {{what}}',
  copyShort: 'Copiar',
  copied: 'Copiado',
  close: 'Cerrar',
  selection: {
    label: 'Lo seleccionado',
    feminine_one: '{{rows}} seleccionada',
    feminine_other: '{{rows}} seleccionadas',
    masculine_one: '{{rows}} seleccionado',
    masculine_other: '{{rows}} seleccionados',
    of: 'de {{total}}',
    most: 'Hasta {{rows}} a la vez',
    more: 'Seleccionar {{rows}}',
    all: 'Seleccionar lo que está en la lista',
    row: 'Seleccionar {{name}}',
    clear: 'Quitar selección',
  },
  looking: {
    now: 'Buscando en lo anterior…',
    stopped: 'No se ha buscado en todo lo anterior.',
    goOn: 'Seguir buscando',
  },
  technical: 'Detalle técnico',
  technicalName: 'detalle técnico',
  technicalData: 'Datos técnicos',
  environmentKey: 'Clave configurada {{number}}',
  fileType: {
    photo: 'Foto {{form}}',
    document: 'Documento {{form}}',
    file: 'Archivo {{form}}',
    unknown: 'Archivo de otro tipo',
  },
  actor: {
    desktop: 'alguien en el escritorio',
    browser: 'alguien en el navegador',
    token: 'un programa',
    receiver: 'el receptor',
    engine: 'Perito',
    commandLine: 'la línea de comandos',
  },
  none: '—',
  yes: 'Sí',
  no: 'No',
  more: 'Mostrar más',
  unsaved: 'Cambios sin guardar',
  loading: 'Cargando',
  steps: 'Pasos',
  step: { done: 'hecho', now: 'en curso', next: 'pendiente' },
  progress: {
    figures: '{{done}} de {{all}}',
    percent: '{{percent}} %',
    preparing: 'Un momento…',
    stop: 'Detener',
    stopping: 'Deteniendo…',
  },
  rowsMany: 'más de {{count}} filas',
  choose: 'Elija una fila para verla aquí.',
  leave: {
    title: '¿Salir sin guardar?',
    text: 'Hizo cambios que no ha guardado. Si sale ahora, se pierden.',
    leave: 'Salir sin guardar',
    stay: 'Seguir editando',
  },
  noSuch: {
    title: 'Aquí no hay nada',
    text: 'Lo que busca ya no existe, o la dirección tiene un error.',
    back: 'Volver',
  },
  error: {
    title: 'No se pudo cargar',
    stale: 'Última lectura: {{when}}.',
    away: 'Perito se interrumpió y vuelve por sí solo.',
    databaseAway:
      'La base de datos no contesta. Lo guardado no se perdió. Si estaba guardando algo, revise si quedó antes de repetirlo.',
    unreachable: 'Perito no responde. Puede estar cerrado o reiniciando.',
    retried: 'Se reintenta solo.',
    sessionOver: 'La sesión terminó. Abra Perito otra vez desde su enlace.',
    signedOut: 'La pantalla está bloqueada, o nadie ha entrado.',
    invalid: 'Perito no aceptó lo escrito. Revise el valor y vuelva a intentarlo.',
    notFound: 'Ya no existe, o nunca existió, lo que busca.',
    notCapable:
      'Eso no se hace desde este programa: hágalo en la computadora de la oficina, o con un navegador.',
    internal: 'Perito falló al responder. Nada de lo recibido se perdió; vuelva a intentarlo.',
    notDone: 'No se hizo: {{why}}',
  },
} as const;
