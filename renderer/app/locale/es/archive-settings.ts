/** Los legajos que se hacen con registros elegidos, y la clave que los firma. */
export const archiveSettings = {
  about:
    'Un legajo guarda registros elegidos con sus fotos, documentos, notas y respuestas. Se abre en cualquier navegador, sin Perito ni red, y demuestra quién lo hizo y que nada cambió.',
  key: {
    title: 'Clave de firma',
    text: 'Quien reciba un legajo de este Perito puede comparar esta huella con la que el legajo muestra.',
    fingerprint: 'Huella de la clave',
    publicKey: 'Clave pública',
    locked:
      'El almacén seguro de claves está bloqueado: mientras lo esté, los legajos salen sin firma. Desbloquéelo antes de hacer uno.',
    none: 'Perito no tiene dónde guardar una clave, así que sus legajos salen sin firma: dicen si algo se dañó, pero no quién los hizo. Quien atiende el equipo puede darle una al arrancar Perito.',
  },
  make: {
    title: 'Hacer un legajo',
    help: 'La carpeta donde queda, en la computadora de Perito o en la red. Si no existe, se crea.',
    name: 'Nombre del legajo',
    nameHelp: 'Termina en «.perito». Un archivo que ya existe nunca se reemplaza.',
    claim: 'Reclamo',
    claimHelp: 'Vacío: todos los reclamos.',
    kind: 'Tipo',
    allKinds: 'Todos los tipos',
    from: 'Recibido desde',
    until: 'Recibido hasta',
    make: 'Hacer el legajo',
    encrypt: 'Cifrarlo con una frase de contraseña',
    encryptHelp:
      'Sin la frase nadie puede abrirlo. Se escribe en una página aparte, que estas pantallas nunca ven.',
    passphrase: 'Escribir la frase',
    passphraseWindow_one: 'Se hace cuando escriba su frase en la ventana que se abrió, durante un minuto.',
    passphraseWindow_other:
      'Se hace cuando escriba su frase en la ventana que se abrió, durante {{minutes}} minutos.',
    passphraseText_one: 'Se hace cuando escriba su frase. Esa página vale un minuto.',
    passphraseText_other: 'Se hace cuando escriba su frase. Esa página vale {{minutes}} minutos.',
    notAPath: 'Escriba la ruta completa de la carpeta y un nombre que termine en «.perito».',
  },
  dialog: {
    command: 'Archivar: {{what}}',
    button: 'Archivar…',
    title: 'Archivar',
    /** Con lo que empieza el nombre de un legajo. */
    file: 'legajo',
    chosen: '{{title}}, {{chosen}}: {{names}}',
    chosenMore_one: '{{names}} y {{count}} más',
    chosenMore_other: '{{names}} y {{count}} más',
    about:
      'Con todas sus revisiones, fotos, documentos, notas, hallazgos, decisiones y sus asientos en la bitácora. No se quita nada de Perito.',
    count_one: '{{records}} registro.',
    count_other: '{{records}} registros.',
    countMore: 'Más de {{records}} registros.',
    ofKind: '{{kind}}: {{records}}',
    done_one:
      'El legajo está hecho y se leyó de vuelta: {{records}} registro, {{contents}} fotos y documentos, {{size}}.',
    done_other:
      'El legajo está hecho y se leyó de vuelta: {{records}} registros, {{contents}} fotos y documentos, {{size}}.',
  },
  running: {
    writing: 'Escribiendo {{file}}: {{records}} registros, {{size}}',
    writingOf: 'Escribiendo {{file}}: {{records}} de {{total}} registros, {{size}}',
    checking: 'Comprobando lo escrito en {{file}}',
    stop: 'Detener',
  },
  failure: {
    targetExists: 'Ya hay algo en {{file}}, y no se reemplaza. Elija otro nombre.',
    notWritable: 'En {{file}} no se puede escribir. Elija otra carpeta o pida permiso para usarla.',
    diskFull: 'No hay espacio para {{file}}.',
    nothingChosen: 'Ningún registro es como se pidió. Cambie el reclamo, el tipo o las fechas.',
    wordsWaiting:
      'La búsqueda todavía está registrando las palabras de algunos registros y los dejaría fuera. Espere a que termine, o elija sin palabras.',
    notWhole: 'Lo escrito en {{file}} se leyó distinto. Ese disco puede estar fallando: use otro.',
    stopped: 'Se detuvo. De {{file}} no queda nada.',
    other: 'El legajo {{file}} no se pudo hacer.',
  },
  made: {
    title: 'Legajos hechos',
    none: 'Todavía no se ha hecho ninguno.',
    line_one: '{{records}} registro, {{contents}} fotos y documentos, {{size}}',
    line_other: '{{records}} registros, {{contents}} fotos y documentos, {{size}}',
    missing_one: 'Falta {{count}} foto o documento: no estaba en el disco.',
    missing_other: 'Faltan {{count}} fotos o documentos: no estaban en el disco.',
    notDownloaded_one:
      'No lleva {{contents}} foto o documento que no se había descargado. Véalo en Descargas y, si hace falta, haga otro legajo después.',
    notDownloaded_other:
      'No lleva {{contents}} fotos y documentos que no se habían descargado. Véalos en Descargas y, si hace falta, haga otro legajo después.',
    by: '{{who}}, {{when}}',
    open: 'Abrirlo',
    away: 'El legajo ya no está ahí: lo movieron o le cambiaron el nombre. Ábralo con «Abrir un legajo de Perito…».',
    signed: 'Firmado',
    unsigned: 'Sin firma',
  },
} as const;
