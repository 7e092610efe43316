/**
 * The downloads of photos and documents. `problem` and `contentProblem` say in a few words what happened;
 * `problemAdvice` and `contentProblemAdvice`, what it means and what to do. `certificate` has both, in place of `tls` where
 * more is known.
 */
export const downloads = {
  title: 'Descargas',
  state: {
    queued: 'En cola',
    awaitingApproval: 'Espera aprobación',
    downloading: 'Descargando',
    stored: 'Guardado',
    failed: 'Falló',
    refused: 'No se descarga',
  },
  role: { picture: 'Foto', document: 'Documento' },
  problem: {
    noAddress: 'Vino sin dirección de descarga.',
    notAnAddress: 'Lo que trae como dirección no es una dirección.',
    relativeAddress: 'La dirección vino incompleta: falta el servidor.',
    schemeNotAllowed: 'La dirección no es https ni http.',
    httpNotAllowed: 'La dirección va sin cifrar (http) y así no se permite.',
    namesUser: 'La dirección trae un usuario o una contraseña.',
    portNotAllowed: 'La dirección usa un puerto que no se permite.',
    hostNotApproved: 'Nadie ha aprobado este servidor todavía.',
    hostRefused: 'El servidor está rechazado.',
    redirectHostNotApproved: 'El servidor manda a otro, o a otro puerto, que nadie ha aprobado.',
    addressNotPublic: 'La dirección lleva a una red privada. No se descarga por seguridad.',
    tooManyRedirects: 'El servidor manda de una dirección a otra sin llegar a ninguna.',
    badRedirect: 'El servidor manda a una dirección que no sirve.',
    dnsFailed: 'No se encuentra el servidor por su nombre.',
    unreachable: 'No se pudo llegar al servidor.',
    tls: 'No se pudo establecer una conexión segura con el servidor.',
    timeout: 'La descarga tardó demasiado.',
    httpStatus: 'El servidor respondió con un error.',
    notHttp: 'Lo que respondió no es un servidor de archivos.',
    closedEarly: 'La conexión se cortó antes de terminar.',
    tooLarge: 'El archivo pasa del tamaño permitido.',
    empty: 'El archivo llegó vacío.',
    encodingNotAllowed: 'El servidor lo envía comprimido de una forma que no se acepta.',
    badEncoding: 'Lo que llegó está mal comprimido y no se puede abrir.',
    tooManyOfRecord: 'Su registro trae más archivos de los que se descargan solos.',
    diskLow: 'Queda poco espacio en el disco.',
    placeAway: 'No se llega al lugar donde se guardan las fotos y los documentos.',
    writeFailed: 'No se pudo guardar en el disco.',
    contentDamaged: 'El archivo guardado se dañó.',
    contentMissing: 'El archivo guardado ya no está.',
  },
  problemAdvice: {
    noAddress:
      'El registro nombra el archivo, pero no dice dónde está. Pida al marketplace que lo envíe otra vez con su dirección; entonces se descarga solo.',
    notAnAddress:
      'Así no hay dónde buscarlo. Pida al marketplace que envíe el registro otra vez con la dirección completa.',
    relativeAddress:
      'Solo vino la ruta. Si los archivos están en la plataforma, escriba su dirección en los ajustes; si no, pida al marketplace la dirección completa.',
    schemeNotAllowed:
      'Por seguridad solo se descarga por https, o por http de un servidor que se haya aprobado así. Pida al marketplace otra dirección.',
    httpNotAllowed:
      'Sin cifrar, cualquiera en el camino puede ver o cambiar el archivo. Pida la dirección por https o, si confía en el servidor y en la red, apruébelo sin cifrado.',
    namesUser:
      'Por seguridad nunca se usan usuarios ni contraseñas que vengan en una dirección. Pida al marketplace la dirección sin ellos.',
    portNotAllowed:
      'Ese puerto es de otra clase de servicio, y llamarlo podría hacer daño. Pida al marketplace la dirección correcta.',
    hostNotApproved:
      'De un servidor nuevo, o de otro puerto de uno conocido, no se descarga nada hasta que alguien lo apruebe. Basta un clic; lo que espera se descarga enseguida.',
    hostRefused:
      'Alguien decidió no descargar nada de ahí. Si debe ser otra cosa, cambie la decisión sobre el servidor.',
    redirectHostNotApproved:
      'El archivo está en realidad en otro servidor o en otro puerto. Si lo reconoce, apruébelo; el archivo se descarga enseguida.',
    addressNotPublic:
      'Una dirección así puede apuntar a equipos de su propia oficina. Pida al marketplace una dirección pública y avísele: una dirección así no debió salir de él.',
    tooManyRedirects:
      'El servidor está mal configurado. Avise al marketplace y, cuando lo arregle, reintente.',
    badRedirect:
      'El servidor está mal configurado o manda a un sitio que no se permite. Avise al marketplace y, cuando lo arregle, reintente.',
    dnsFailed:
      'El nombre no existe, o aquí no hay conexión a internet. Se intenta otra vez solo; si otras descargas funcionan, avise al marketplace.',
    unreachable:
      'Puede estar apagado, o aquí no hay conexión a internet. Se intenta otra vez solo; nada se pierde.',
    tls: 'No se puede comprobar que el servidor sea quien dice ser, y por eso no se le pide nada. Avise al marketplace; se intenta otra vez más tarde.',
    timeout:
      'Se intenta otra vez solo. Si el archivo es grande o la conexión lenta, suba el tiempo límite en los ajustes.',
    httpStatus:
      'Puede que el archivo ya no exista, que su enlace haya vencido o que pida permiso. Se intenta otra vez más tarde; si sigue igual, pida el archivo al marketplace.',
    notHttp: 'En esa dirección no hay un servidor web. Pida al marketplace que la revise.',
    closedEarly: 'No se guarda nada a medias: se intenta otra vez solo, desde el principio.',
    tooLarge:
      'Lo que se había descargado se borró. Si hace falta, suba el tamaño máximo en los ajustes y reintente.',
    empty: 'En el servidor el archivo no tiene contenido. Pida al marketplace que lo suba otra vez.',
    encodingNotAllowed: 'Avise al marketplace y, cuando lo arregle, reintente.',
    badEncoding: 'El servidor falló al comprimirlo, o se dañó en el camino. Se intenta otra vez solo.',
    tooManyOfRecord:
      'Este pasó del límite por registro, que protege el disco y la conexión. Reintente para traerlo, o suba el límite en los ajustes.',
    diskLow:
      'Las descargas se detienen para que Perito pueda seguir recibiendo. Libere espacio: se reanudan solas.',
    placeAway:
      'Lo que llegó espera en la computadora de Perito y se guarda en cuanto el lugar vuelve; no se pierde nada. Ajustes, Base de datos dice qué pasa.',
    writeFailed:
      'Revise que el disco tenga espacio y que Perito pueda escribir en su carpeta de datos. Se intenta otra vez solo.',
    contentDamaged: 'Al comprobarlo, sus bytes ya no eran los que llegaron. Se descarga otra vez.',
    contentMissing: 'Algo lo borró de la carpeta de datos de Perito. Se descarga otra vez.',
  },
  certificate: {
    unknownAuthority: {
      problem: 'El certificado del servidor es de una autoridad que la computadora de Perito no conoce.',
      advice:
        'Si en su oficina un antivirus o un proxy revisa las conexiones, pida a quien atiende los equipos que instale el certificado de ese programa en el almacén de certificados del sistema y reinicie Perito, o indique su archivo en Ajustes, Fotos y documentos. Si no, avise al marketplace. Mientras tanto al servidor no se le pide nada; se intenta otra vez más tarde.',
    },
    expired: {
      problem: 'El certificado del servidor está vencido.',
      advice:
        'Compruebe la fecha y la hora de la computadora de Perito. Si están bien, avise al marketplace para que lo renueve. Mientras tanto al servidor no se le pide nada; se intenta otra vez más tarde.',
    },
    notYetValid: {
      problem: 'El certificado del servidor todavía no está en vigor.',
      advice:
        'Casi siempre es que la fecha de la computadora de Perito está atrasada: compruébela. Si está bien, avise al marketplace. Mientras tanto al servidor no se le pide nada; se intenta otra vez más tarde.',
    },
    otherName: {
      problem: 'El certificado del servidor es de otro nombre.',
      advice:
        'No se puede comprobar que quien responde sea ese servidor. Pasa en redes que piden entrar en una página antes de navegar; si otras descargas funcionan, avise al marketplace. Mientras tanto no se le pide nada; se intenta otra vez más tarde.',
    },
  },
  contentProblem: {
    notWhatItSays: 'Es de otro tipo que el que dice.',
    incomplete: 'Le falta el final.',
    unknownType: 'No es una foto ni un PDF.',
    activeContent: 'Contiene código que podría ejecutarse.',
    polyglot: 'Es de dos tipos a la vez.',
    tooManyPixels: 'La imagen es demasiado grande para abrirla aquí.',
    notDecodable: 'La imagen está dañada.',
    decoderFailed: 'No se pudo examinar.',
  },
  contentProblemAdvice: {
    notWhatItSays: 'Se muestra por lo que es de verdad: cuenta su contenido, no su nombre.',
    incomplete:
      'Se muestra hasta donde llega. Pida al marketplace que la suba otra vez si lo que falta importa.',
    unknownType:
      'Aquí se muestran JPEG, PNG, WebP, GIF, HEIC y PDF. Puede guardarlo y abrirlo con otro programa, si confía en quien lo envió.',
    activeContent:
      'Es HTML, SVG, XML o un programa, se llame como se llame. No se abre aquí; guárdelo solo si confía en quien lo envió.',
    polyglot:
      'Un archivo así suele esconder algo. No se abre aquí; pida al marketplace la foto o el documento original.',
    tooManyPixels:
      'Abrirla ocuparía demasiada memoria. Puede guardarla y abrirla con otro programa, si confía en quien la envió.',
    notDecodable:
      'Llegó tal como está en el servidor. Puede guardarla; para verla, pida al marketplace que la suba otra vez.',
    decoderFailed:
      'El programa que la abre se detuvo más de una vez con ella; el resto no se vio afectado. Puede guardarla y abrirla con otro programa, si confía en quien la envió.',
  },
  source: {
    fileFullPath: 'La dirección completa que trae el registro',
    baseUrlAndFullPath: 'El servidor y la ruta que trae el registro',
    baseUrlAndFilename: 'El servidor y el nombre de archivo que trae el registro',
    filename: 'La dirección completa que vino como nombre de archivo',
    platformAndFullPath: 'La dirección de la plataforma y la ruta que trae el registro',
    platformAndFilename: 'La dirección de la plataforma y el nombre de archivo que trae el registro',
    previewFullPath: 'La dirección de la vista previa; la del archivo no vino',
    baseUrlAndPreview: 'El servidor y el nombre de la vista previa; el del archivo no vino',
    documentUrl: 'La dirección completa que trae el documento',
    platformAndDocumentUrl: 'La dirección de la plataforma y la ruta que trae el documento',
  },
  summary: {
    idle: 'Todo está descargado',
    idleWaiting: 'Nada se está descargando ahora',
    paused: 'En pausa: no se descarga nada',
    pausing: 'En pausa: solo termina lo que ya estaba llegando',
    diskLow: 'Queda poco disco: no se descarga nada. Libere espacio y se reanuda solo',
    placeAway: 'No se llega al lugar de las fotos y los documentos: las descargas esperan y siguen solas',
    downloading_one: 'Descargando {{figure}} archivo',
    downloading_other: 'Descargando {{figure}} archivos',
    unexamined_one: '{{figure}} guardado por examinar',
    unexamined_other: '{{figure}} guardados por examinar',
    pause: 'Pausar descargas',
    resume: 'Continuar descargas',
    nowPaused: 'Descargas en pausa',
    nowResumed: 'Las descargas continúan',
  },
  band: {
    paused: 'Las descargas de fotos y documentos están en pausa.',
    diskLow: 'Queda poco disco: las fotos y los documentos nuevos no se descargan hasta que haya espacio.',
    placeAway:
      'No se llega al lugar donde se guardan las fotos y los documentos. Los nuevos esperan y algunos anteriores no se ven; no se pierde nada.',
    see: 'Ver descargas',
  },
  filter: {
    label: 'Mostrar',
    all: 'Todas',
    downloading: 'Descargando',
    queued: 'En cola',
    awaitingApproval: 'Por aprobar',
    failed: 'Fallaron',
    refused: 'No se descargan',
  },
  empty: {
    all: {
      title: 'No falta nada por descargar',
      text: 'Las fotos y los documentos que nombre un reporte o una factura salen aquí mientras se descargan, esperan o fallan.',
    },
    downloading: {
      title: 'Nada se está descargando',
      text: 'Lo que esté llegando saldrá aquí, con su avance.',
    },
    queued: { title: 'Nada en cola', text: 'Lo que espere su turno saldrá aquí.' },
    awaitingApproval: {
      title: 'Ningún archivo espera aprobación',
      text: 'Cuando uno venga de un servidor nuevo, esperará aquí hasta que alguien decida.',
    },
    failed: {
      title: 'Ninguna descarga falló',
      text: 'Lo que no se pueda traer tras varios intentos saldrá aquí, con el motivo.',
    },
    refused: {
      title: 'Nada quedó sin descargar',
      text: 'Lo que no se descargue por seguridad saldrá aquí, con el motivo.',
    },
  },
  row: {
    noHost: 'sin servidor',
    soon: 'Se reintenta enseguida',
    next: 'Reintento en {{minutes}} min',
    nextAt: 'Reintento: {{when}}',
  },
  retry: {
    attachment: 'Reintentar',
    all: 'Reintentar las que fallaron',
    begun_one: 'Se descarga otra vez {{count}} archivo',
    begun_other: 'Se descargan otra vez {{count}} archivos',
    none: 'No había nada que reintentar: está descargado, o su servidor no está aprobado.',
  },
  detail: {
    label: 'Descarga de {{name}}',
    stored: 'Ya está descargado y guardado.',
    seeIn: 'Se ve en {{number}}',
    downloading: 'Llegando ahora mismo',
    bytes: '{{done}} de {{total}}',
    bytesOpen: '{{done}} hasta ahora',
    waits: 'Espera su turno en la cola.',
    waitsPaused: 'Espera su turno; las descargas están en pausa.',
    section: { reason: 'Por qué no está', now: 'Cómo va', host: 'Servidor', file: 'Archivo' },
    address: 'Dirección, sin sus parámetros',
    addressNone: 'No se encuentra ninguna en el registro',
    source: 'Origen de la dirección',
    attempts: 'Intentos',
    last: 'Último intento',
    next: 'Próximo intento',
    nextIn: 'en {{minutes}} min',
    nextSoon: 'enseguida',
    nextNever: 'No se intenta otra vez solo',
    caption: 'Tipo según el reporte',
    declaredType: 'El remitente dice',
    notDeclared: 'No indicado',
    pointer: 'Lugar en el JSON',
    mediaType: 'Tipo de contenido, según el remitente',
    toSettings: 'Ver los límites',
    toPlatform: 'Ver la dirección de la plataforma',
  },
  hosts: {
    title: 'Servidores',
    about:
      'Solo se descarga de los servidores que la aseguradora aprobó. Cada puerto de un servidor se aprueba aparte; donde no se indica ninguno, es el 443.',
    pending_one: '{{count}} servidor espera su decisión',
    pending_other: '{{count}} servidores esperan su decisión',
    pendingTitle: 'Esperan su decisión',
    decidedTitle: 'Ya decididos',
    none: {
      title: 'Ningún servidor todavía',
      text: 'Cuando un reporte nombre fotos o documentos de un servidor nuevo, saldrá aquí para que lo apruebe o lo rechace con un clic.',
    },
    nonePending: 'Ningún servidor espera su decisión.',
    waiting_one: '{{figure}} archivo espera',
    waiting_other: '{{figure}} archivos esperan',
    waitingMany: '{{figure}} archivos o más esperan',
    waitingNone: 'Ningún archivo espera',
    counting: 'Se cuentan los archivos que esperan…',
    from: 'de',
    andMore: 'y {{count}} más',
    andOthers: 'y otros',
    example: 'Por ejemplo',
    http: 'Hay archivos que vienen sin cifrar (http): en el camino cualquiera podría verlos o cambiarlos. Con «{{approve}}» solo se descarga lo que venga cifrado.',
    approve: 'Aprobar',
    approveEncrypted: 'Aprobar con cifrado',
    approveHttp: 'Aprobar sin cifrado',
    requireEncryption: 'Exigir cifrado',
    refuse: 'Rechazar',
    takeBack: 'Quitar la decisión',
    named: '{{act}}: {{host}}',
    port: 'Puerto {{port}}',
    onlyPort: 'La decisión vale solo para el puerto {{port}} de este servidor.',
    otherPorts: 'Ya se decidió sobre otros puertos suyos: {{list}}.',
    otherPort: '{{port}} ({{decision}})',
    decision: { approved: 'Aprobado', refused: 'Rechazado', pending: 'Sin decidir' },
    unencrypted: 'También sin cifrado',
    fromCommandLine: 'Dado al arrancar',
    fromCommandLineAbout: 'Vale para esta ejecución; se cambia en la línea de comandos.',
    decided: 'por {{who}}, {{when}}',
    done: {
      approved: '{{host}} aprobado: lo que esperaba se descarga',
      refused: '{{host}} rechazado: no se descarga nada de ahí',
      pending: '{{host}} queda sin decidir; lo que venga esperará',
    },
    error: {
      fromCommandLine:
        'Ese servidor se dio al arrancar y vale para esta ejecución; aquí no se puede cambiar.',
      notAHost: 'Eso no es el nombre ni la dirección de un servidor, con o sin puerto.',
    },
  },
  settings: {
    about:
      'Las fotos y los documentos que nombran los reportes se descargan solos, se guardan aquí y se ven sin conexión.',
    maximumMegabytes: 'Tamaño máximo de un archivo (MB)',
    maximumMegabytesHelp: 'Lo que pase de ahí no se guarda.',
    maximumSeconds: 'Tiempo máximo de una descarga (segundos)',
    maximumSecondsHelp: 'De principio a fin; después se intenta otra vez.',
    maximumPerRecord: 'Archivos por registro',
    maximumPerRecordHelp: 'Los que se descargan solos; los demás, manualmente.',
    perHost: 'Descargas a la vez por servidor',
    perHostHelp: 'Más es más rápido, y más carga para el servidor.',
    outOfRange: 'Un número entero de {{from}} a {{to}}.',
    sendPlatformKey: 'Enviar la clave de la plataforma con cada descarga',
    sendPlatformKeyAbout:
      'Solo si la plataforma la pide para entregar las fotos. Por lo general no hace falta.',
    sendPlatformKeyWarning:
      'La clave que identifica a la aseguradora se enviará al servidor de la plataforma, y a ningún otro, con cada foto y documento que se descargue de ahí. Actívelo solo si el marketplace se lo pidió.',
    hosts: 'Servidores aprobados y rechazados',
    hostsAbout: 'Se deciden en Descargas, uno por uno.',
    hostsLink: 'Ver los servidores',
    check: {
      title: 'Comprobar lo guardado',
      about:
        'Lee cada foto y documento guardado y lo compara con la huella que tenía al llegar. Lo que esté dañado o falte se descarga otra vez. Puede tardar; mientras tanto se sigue trabajando.',
      run: 'Comprobar ahora',
      running: 'Comprobando…',
      progress: '{{checked}} de {{total}} comprobados',
      never: 'Todavía no se ha comprobado.',
      good: 'Todo está como llegó.',
      nothing: 'Todavía no había nada guardado.',
      bad: 'Había daños: lo dañado y lo que falta se descarga otra vez.',
      when: 'Comprobado {{when}}',
      checked: 'Comprobados',
      damaged: 'Dañados',
      missing: 'Faltaban',
      orphans: 'Sobrantes borrados',
      aside: 'Archivos apartados',
      asideAbout:
        'Los archivos apartados no pertenecen a ningún registro de esta base de datos, como ocurre al restaurar un respaldo más antiguo. No se borran: están en la carpeta attachments/orphaned, dentro de la carpeta de datos.',
    },
  },
} as const;
