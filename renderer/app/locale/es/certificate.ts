export const certificate = {
  title: 'HTTPS y certificado',
  about:
    'Con HTTPS nadie en el camino lee la clave ni los reclamos. El certificado debe ser de una autoridad que el marketplace reconozca, a nombre de la dirección con la que llama.',
  mode: 'Cómo responde el receptor',
  modes: {
    off: 'Sin HTTPS',
    pem: 'Con HTTPS: certificado y clave en dos archivos (PEM)',
    pfx: 'Con HTTPS: todo en un archivo (PFX o P12)',
  },
  certificateFile: 'Archivo del certificado',
  certificateFileHelp:
    'PEM, con su cadena: primero el propio, después los intermedios (suele llamarse fullchain).',
  keyFile: 'Archivo de la clave',
  keyFileHelp: 'PEM. Que solo la cuenta con que corre Perito pueda leerlo.',
  file: 'Archivo PFX o P12',
  fileHelp:
    'Con el certificado, su cadena y su clave. Perito lee los archivos donde están y no guarda copia.',
  fileWrong:
    'La ruta completa del archivo, por ejemplo C:\\Perito\\certificado.pfx o /etc/perito-console/console.pem.',
  browse: 'Examinar…',
  browseFor: 'Examinar: {{field}}',
  check: 'Comprobar los archivos',
  checking: 'Comprobando…',
  good: 'Los archivos se pueden leer, y el certificado y la clave van juntos.',
  now: 'Certificado en uso',
  none: 'Ningún certificado está en uso: el receptor no responde hasta que haya uno que sirva.',
  kept: 'Sigue en uso el certificado anterior. Los archivos que hay ahora no sirven:',
  names: 'Vale para',
  subject: 'A nombre de',
  issuer: 'Lo emitió',
  validity: 'Vigencia',
  validityText: 'Del {{from}} al {{to}}',
  fingerprint: 'Huella SHA-256',
  loadedAt: 'Tomado',
  trial: 'Certificado de prueba',
  reload:
    'Si cambia los archivos, Perito toma los nuevos en unos segundos, sin cortar llamadas; si no sirven, sigue con el anterior y lo dice.',
  passphrase: {
    title: 'Contraseña del certificado',
    about: 'Solo si el archivo de la clave la tiene. Se escribe en una página aparte, de un solo uso.',
    secretIn: {
      keychain: 'Guardada en el almacén seguro de claves del sistema.',
      memory: 'Recordada solo hasta que Perito se cierre: aquí no hay almacén seguro de claves.',
      nowhere: 'Ninguna guardada.',
    },
    give: 'Escribir la contraseña…',
    change: 'Escribir otra…',
    forget: 'Olvidarla',
    forgotten: 'Contraseña del certificado olvidada',
    wrong: 'Lo que se dio no abre ese archivo.',
    whichFiles: 'Indique primero los archivos del certificado.',
  },
  trialOffer: {
    title: 'Certificado de prueba',
    about:
      'Para probar HTTPS antes de tener el verdadero. Solo la computadora de Perito responde por él: el marketplace lo va a rechazar. Vale 397 días y se guarda con los datos de Perito.',
    make: 'Hacer un certificado de prueba',
    made: 'El certificado de prueba está hecho y sus archivos quedaron indicados arriba. Guarde para usarlo.',
  },
  authorities: {
    title: 'A quién le cree Perito cuando llama',
    about:
      'Antes de pedir una foto o una lista, y al llamarse por su dirección pública, Perito comprueba con quién habla. Si el antivirus o el proxy de la oficina revisa las conexiones, su autoridad tiene que estar en el almacén de certificados de la computadora de Perito o en el archivo de abajo.',
    bundled_one: 'Conoce {{shown}} autoridad que trae consigo.',
    bundled_other: 'Conoce {{shown}} autoridades que trae consigo.',
    system_one: 'El almacén de esa computadora nombra {{shown}}.',
    system_other: 'El almacén de esa computadora nombra {{shown}}.',
    inFile_one: 'El archivo agrega {{shown}}.',
    inFile_other: 'El archivo agrega {{shown}}.',
    none: 'El almacén de esa computadora no nombra ninguna autoridad: Perito solo les cree a las que trae. Si la oficina usa una propia, indique su archivo.',
    unreadable:
      'El almacén de esa computadora no se pudo leer: Perito solo les cree a las autoridades que trae. Si la oficina usa una propia, indique su archivo.',
    given: 'Hasta que Perito se cierre vale el archivo que se indicó al iniciarlo (--ca-file): {{file}}',
    file: 'Archivo de autoridades',
    fileHelp:
      'PEM, con una o varias. Pídalo a quien atiende los equipos; Perito lo lee donde está, cada vez que cambia. Vacío: ninguna más.',
    check: 'Ver qué contiene',
    found_one: 'El archivo sirve: contiene {{shown}} certificado.',
    found_other: 'El archivo sirve: contiene {{shown}} certificados.',
    over_one: '{{count}} ya venció y no vale para nada.',
    over_other: '{{count}} ya vencieron y no valen para nada.',
    others_one: '{{count}} no es de una autoridad: vale solo para sí mismo.',
    others_other: '{{count}} no son de una autoridad: cada uno vale solo para sí mismo.',
    until: 'hasta el {{day}}',
    more_one: 'y {{count}} más',
    more_other: 'y {{count}} más',
    problem: {
      noFile: 'No existe el archivo {{file}}. Revise la ruta.',
      notReadable: 'Perito no puede leer {{file}}. Dé permiso de lectura a la cuenta con la que corre.',
      tooLarge: '{{file}} es demasiado grande para contener solo autoridades. Elija otro archivo.',
      notCertificate:
        '{{file}} no contiene certificados que se puedan leer. Debe ser texto PEM (empieza con BEGIN CERTIFICATE).',
    },
  },
  problem: {
    noFile: 'No existe el archivo {{file}}. Revise la ruta.',
    notReadable: 'Perito no puede leer {{file}}. Dé permiso de lectura a la cuenta con la que corre.',
    tooLarge: '{{file}} es demasiado grande para ser un certificado o una clave. Elija otro archivo.',
    notCertificate:
      '{{file}} no contiene un certificado que se pueda leer. Debe ser texto PEM (empieza con BEGIN CERTIFICATE), o un PFX completo. Si ese es el archivo de la clave, va en el otro campo.',
    notKey:
      '{{file}} no contiene una clave privada. Pida a quien hizo el certificado el archivo de la clave.',
    keyMismatch: 'La clave de {{file}} no es la de este certificado. Ponga el par que se hizo junto.',
    passphraseMissing: 'La clave de {{file}} está cifrada y no hay contraseña guardada. Escríbala más abajo.',
    passphraseWrong: 'La contraseña guardada no abre {{file}}. Escriba otra más abajo.',
    legacyEncryption:
      '{{file}} está cifrado de una forma antigua (RC2 o parecida) que ya no se acepta. Expórtelo otra vez con AES-256: en Windows, la opción «AES256-SHA256».',
    tooWeak:
      'El certificado de {{file}} es demasiado débil para HTTPS hoy. Pida otro: RSA de 2048 bits o más, o de curva elíptica P-256.',
    other: 'No se pudo leer {{file}}.',
  },
  warning: {
    expired: 'El certificado venció: quien llama lo rechaza. Renuévelo y ponga el nuevo en el mismo lugar.',
    notYetValid:
      'El certificado todavía no rige. Revise la fecha y hora de la computadora de Perito, o espere a que empiece.',
    expiresSoon_one: 'El certificado vence en {{count}} día. Renuévelo y ponga el nuevo en el mismo lugar.',
    expiresSoon_other:
      'El certificado vence en {{count}} días. Renuévelo y ponga el nuevo en el mismo lugar.',
    wrongHost:
      'El certificado no vale para {{host}}, la dirección pública. Pida uno con ese nombre, o corrija la dirección.',
    chainIncomplete:
      'Falta el certificado de quien lo emitió ({{issuer}}). Agregue los intermedios que entregó la autoridad; algunos programas lo aceptan sin ellos y otros no.',
    unknownAuthority:
      'La computadora de Perito no confía en {{issuer}}. Si es una autoridad propia, quien llame tiene que confiar en ella; el marketplace no suele hacerlo.',
    selfSigned:
      'Nadie más que este certificado responde por él: el marketplace lo va a rechazar. Úselo solo para probar.',
    weakKey: 'La clave es más corta de lo que hoy se recomienda. Pida la próxima de 2048 bits (RSA) o P-256.',
    notForServers:
      'El certificado no es para servidores: quien llama lo puede rechazar. Pida uno para servidor web.',
  },
  band: {
    expired: 'El certificado de HTTPS venció: el marketplace no puede llamar.',
    notYetValid: 'El certificado de HTTPS todavía no rige: el marketplace no puede llamar.',
    expiresSoon_one: 'El certificado de HTTPS vence en {{count}} día.',
    expiresSoon_other: 'El certificado de HTTPS vence en {{count}} días.',
    problem: 'Los archivos del certificado de HTTPS cambiaron y no sirven: sigue en uso el anterior.',
    see: 'Ver el certificado',
  },
};
