/** Dónde están los datos, y cómo está el servidor que los tiene. */
export const database = {
  about: 'Dónde está todo lo que Perito guarda, si eso está sano, y qué se perdería si se avería.',
  files: {
    title: 'En archivos de la computadora de Perito',
    text: 'Los datos están en la carpeta de Perito. No necesitan servidor; los respaldos y la segunda copia los protegen.',
    journal: 'Lo que llegó',
    database: 'Listas y lo que ustedes hicieron',
    free: 'Libre en el disco',
    grow: 'Cuando una computadora no baste, los mismos datos pasan a un servidor PostgreSQL, y otro Perito toma el lugar de este si falla. La guía de la oficina dice cómo, paso a paso.',
    command: 'El comando que los pasa, con Perito cerrado; la dirección es un ejemplo',
    exampleHost: 'db.oficina.example',
  },
  /** En todas las pantallas, a quien administra. */
  band: {
    waits:
      'No se contesta nada: la base de datos espera a una réplica síncrona que no está conectada. El marketplace debe repetir sus llamadas.',
    asynchronous:
      'La réplica de la base de datos es asíncrona: si se avería su servidor, se pierde lo último que se contestó.',
    see: 'Ver qué hacer',
  },
  unreachable: {
    title: 'El servidor de la base de datos no responde',
    text: 'No se pierde nada de lo contestado: a las llamadas se les contesta 503 y el marketplace envía otra vez. Perito lo intenta solo. Revise que el servidor esté encendido y que la red llegue a {{host}}, puerto {{port}}.',
    textOfSeveral:
      'No se pierde nada de lo contestado: a las llamadas se les contesta 503 y el marketplace envía otra vez. Perito lo intenta solo. Revise que uno de sus servidores esté encendido y acepte escritura, y que la red llegue a él: {{hosts}}.',
  },
  server: {
    title: 'Servidor',
    version: 'Versión',
    postgres: 'PostgreSQL {{version}}',
    since: 'Encendido desde',
    host: 'Computadora y puerto',
    database: 'Base de datos',
    schema: 'Esquema',
    user: 'Usuario',
    size: 'Tamaño',
    hidden: 'Este usuario no puede verlo',
  },
  engines: {
    title: 'Motores de Perito',
    leads: 'Dirige',
    here: 'el que contesta',
    since: 'desde {{when}}',
    standsBy: 'En espera',
    heard: 'última señal {{when}}',
    gone: 'Sin señal',
    none: 'Ninguno dirige ahora mismo: el que está en espera toma el lugar en unos segundos.',
    waits: 'Ninguno dirige: quien toma el lugar tiene que esperar a la réplica síncrona que falta.',
    alone:
      'Ningún otro motor está en espera: si falla la computadora del que dirige, no se recibe nada hasta que alguien arranque Perito en otra.',
    aloneDo:
      'Para que otro tome el lugar solo, arranque en una segunda computadora, con una carpeta de datos propia:',
    command: 'El comando del segundo motor',
    asService:
      'Donde Perito corre como servicio, estas mismas opciones van en el ExecStart de la unidad, en la segunda computadora (docs/oficina.md, «De ahí a PostgreSQL», paso 6).',
  },
  /** Que otro motor dirige ahora. */
  takeOver: {
    planned: 'Otro motor de Perito dirige {{since}}: {{before}} entregó el turno a {{leader}}.',
    unplanned:
      'Otro motor de Perito dirige {{since}}: {{leader}} tomó el lugar de {{before}}, que dejó de dar señal.',
    nothingLost: 'No se perdió nada de lo contestado.',
    serverReplaced:
      'La base de datos pasó también a una réplica: si esta era síncrona, no se perdió nada de lo contestado.',
    /** En la lista de motores, detrás de desde cuándo dirige. */
    afterPlanned: 'en lugar de {{before}}, que entregó el turno; nadie dirigió por {{long}}',
    afterUnplanned: 'en lugar de {{before}}, que llevaba {{long}} sin dar señal',
    do: 'Vea por qué {{before}} no volvió (systemctl status perito en esa computadora) e inícielo otra vez.',
    where: 'Quien administra ve los motores en Ajustes, Base de datos.',
    see: 'Ver los motores',
    read: 'Entendido',
  },
  replication: {
    title: 'Réplicas de la base de datos',
    synchronous: {
      title: 'Síncrona: nada de lo contestado se pierde si se avería este servidor',
      text: 'Cada respuesta espera a que un segundo servidor la tenga en su disco.',
    },
    waits: {
      title: 'No se contesta nada: faltan réplicas síncronas',
      text: 'El servidor espera a las réplicas que pide «{{names}}» y no están conectadas todas las que hacen falta. Encienda la que falta o revise su red. Si no vuelve, pida una menos en synchronous_standby_names. Si ahí no queda ninguna, se contesta, pero lo nuevo se pierde si este servidor se avería.',
    },
    asynchronous: {
      title: 'Asíncrona: si se avería este servidor, se pierde lo último que se contestó',
      text: 'La réplica no confirma antes de cada respuesta: con más carga o una red lenta, se pierde más. Ahora mismo le falta: {{behind}}. El marketplace no vuelve a enviar lo que ya se le contestó.',
    },
    none: {
      title: 'Sin réplica: si se avería este servidor, se pierde todo desde su último respaldo',
      text: 'Ningún otro servidor sigue a este. El marketplace no vuelve a enviar lo que ya se le contestó. Un servicio administrado puede copiar por debajo: eso no se ve desde aquí, pregúntelo a quien lo ofrece.',
    },
    hidden: {
      title: 'No se sabe si hay réplica: este usuario no puede verlo',
      text: 'Quien administra el servidor puede permitírselo con este comando. No da acceso a los datos de nadie.',
    },
    nothing: 'nada',
    behindSize: '{{bytes}} ({{seconds}} s)',
    makeSynchronous: 'Para que sea síncrona, quien administra el servidor ejecuta',
    nameFirst:
      'Para que sea síncrona, la réplica necesita un nombre: application_name en su primary_conninfo. pg_receivewal no sirve: guarda los cambios, pero no es un servidor que pueda seguir en su lugar.',
    makeFirst:
      'Primero ponga un segundo servidor que lo siga (pg_basebackup); la guía de la oficina dice cómo.',
    grant: 'El comando que lo permite',
    name: 'Réplica',
    state: 'Estado',
    behind: 'Le falta',
    unnamed: 'sin nombre',
    of: {
      sync: 'Síncrona',
      quorum: 'Síncrona',
      potential: 'Síncrona si falla otra',
      async: 'Asíncrona',
      unknown: 'No se ve',
    },
    catchingUp: 'poniéndose al día',
  },
  connections: {
    title: 'Conexiones',
    used: '{{used}} de {{limit}} en uso',
    own: '{{own}} de Perito',
    full: 'Quedan pocas conexiones. Cuando se acaban, Perito contesta 503 hasta que haya una. Cierre programas que las tienen abiertas, o suba max_connections y reinicie el servidor.',
  },
  statements: {
    title: 'Consultas lentas',
    about: 'Las que tardan {{limit}} ms o más en promedio. Sin los valores.',
    none: 'Ninguna consulta de Perito tarda {{limit}} ms o más en promedio.',
    mean: 'Promedio',
    max: 'Máximo',
    calls: 'Veces',
    text: 'Consulta',
    milliseconds: '{{value}} ms',
    do: 'Si siguen lentas, que quien administra el servidor revise su disco y su memoria (shared_buffers) y ejecute ANALYZE.',
    notInstalled:
      'El servidor no las anota. Para verlas, quien lo administra pone pg_stat_statements en shared_preload_libraries, lo reinicia y ejecuta:',
    notLoaded:
      'La extensión está instalada, pero el servidor arrancó sin ella. Ponga pg_stat_statements en shared_preload_libraries y reinícielo.',
    refused: 'Este usuario no puede verlas. Quien administra el servidor puede permitírselo:',
    command: 'El comando que las muestra',
  },
  attachments: {
    title: 'Fotos y documentos',
    text: 'Cada uno se guarda allí antes de contar como descargado; la computadora de Perito conserva copias de lo que se usó últimamente.',
    folder: 'Carpeta compartida',
    bucket: 'Bucket y prefijo',
    endpoint: 'Almacén',
    region: 'Región',
    reached: 'Última respuesta',
    notYet: 'Todavía ninguna',
    away: 'No se puede usar el lugar de las fotos y los documentos',
    since: 'Desde {{when}}. Lo que llega espera y después se guarda solo; se sigue recibiendo.',
    problem: {
      away: 'No se llega a él. Revise que la carpeta esté montada, o que el almacén esté encendido y la red llegue hasta allá.',
      slow: 'No responde. Revise el servidor de la carpeta, o el almacén, y la red.',
      refused:
        'Rechaza la cuenta con que corre Perito, o sus claves. Revise los permisos de la carpeta, o las claves (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), la hora de la computadora de Perito y el certificado del almacén.',
      full: 'Está lleno. Libere espacio allí.',
      readOnly:
        'Solo se puede leer. Haga que se monte de modo que la cuenta con que corre Perito pueda escribir.',
      notMarked:
        'Lo que hay allí está vacío: la carpeta no está montada, o es otra. No se le escribe nada hasta que esté otra vez su propia marca.',
      foreign:
        'Es el lugar de otra instalación, o el de antes de una mudanza. Inicie Perito con --attachments y el lugar correcto.',
      other: 'Vea el error del sistema.',
    },
  },
  care: {
    title: 'Versiones y respaldos',
    version: 'Perito',
    schema: 'Esquema de los datos',
    schemas: '{{store}} (diario {{journal}})',
    backup: 'Último respaldo de Perito',
    noBackup: 'Ninguno',
    check: 'Última comprobación sana',
    noCheck: 'Ninguna',
    backupServer:
      'Quien administra el servidor respalda esta base de datos: pg_dump, o un respaldo base con el WAL guardado desde entonces, para volver a un momento exacto. Además, Respaldos hace una copia portátil de Perito, que se restaura también sin servidor.',
    toBackups: 'Ir a Respaldos',
    toCheck: 'Ir a Comprobación',
  },
} as const;
