/** La carpeta de datos con la que no se puede trabajar: qué se encontró y cómo se sigue. */
export const recovery = {
  /** Los datos están en PostgreSQL. */
  onServer: {
    restore:
      'Los datos están en la base de datos de un servidor: quien lo administra los restaura. Una copia de Perito se restaura en otra carpeta con «perito restore», y se pasa a una base vacía con «perito move --to».',
    title: {
      notAccessible: 'Perito no puede trabajar con la base de datos de su servidor',
      newerSchema: 'La base de datos es de una versión más nueva de Perito',
      diskFull: 'El disco del servidor de la base de datos está lleno',
    },
    /** Qué le pasa a la base de datos; de las que empiezan por «address», a su dirección. */
    fault: {
      addressForm: 'No está escrita como postgresql://usuario@equipo:puerto/base.',
      addressPassword: 'Lleva la contraseña, y ahí la puede leer cualquiera.',
      addressSchema: 'El nombre del esquema solo lleva letras minúsculas, dígitos y _.',
      addressTls: 'Pide menos que un certificado que valga (sslmode=verify-full).',
      addressReadOnly: 'Admite un servidor en el que no se escribe (target_session_attrs).',
      addressParameters: 'Detrás de su ? solo se conocen schema, sslmode y target_session_attrs.',
      addressLetters: 'Lo que lleva detrás de un % no es una letra.',
      fsyncOff:
        'El servidor de la base de datos no espera a su disco (fsync): un corte de luz se llevaría lo que ya se contestó.',
      notUtf8: 'La base de datos no está en UTF-8: no puede guardar todos los textos que llegan.',
      tooOld:
        'El servidor de la base de datos es anterior a PostgreSQL 13, el más viejo con el que Perito trabaja.',
      noRights: 'El usuario de Perito no puede hacer en la base de datos lo que hace falta.',
      diskFull: 'Sin espacio en el servidor Perito no puede guardar lo que llegue.',
      newerSchema: 'Otro Perito, más nuevo, ya trabajó con ella; este no la entiende y podría dañarla.',
      otherInstallation: 'La base de datos es de otra instalación de Perito que la carpeta de los datos.',
      noPassword: 'El servidor de la base de datos pide una contraseña, y Perito no la encontró.',
      certificate: 'El certificado del servidor de la base de datos no es válido.',
      wrongPassword: 'El servidor de la base de datos no acepta la contraseña que Perito guarda.',
      refused: 'El servidor de la base de datos no deja entrar a Perito.',
      noAnswer: 'El servidor de la base de datos no responde.',
      superseded: 'Otro Perito tomó el lugar de este en la base de datos: este ya no escribe nada.',
      behind:
        'A la base de datos le falta lo que su servidor ya había confirmado: se ascendió una réplica que no era síncrona.',
    },
    wayOut: {
      fsyncOff:
        'Quien administra el servidor enciende fsync y recarga su configuración. Luego intente otra vez. No hay nada que restaurar.',
      notUtf8:
        'Quien administra el servidor hace una base de datos con ENCODING UTF8 y pasa los datos a ella. Luego intente otra vez. No hay nada que restaurar.',
      tooOld:
        'Quien administra el servidor pone una versión más nueva. Luego intente otra vez. No hay nada que restaurar.',
      noRights:
        'Quien administra el servidor lo hace dueño del esquema de Perito y de todo lo que hay en él. Luego intente otra vez. No hay nada que restaurar.',
      diskFull: 'Libere espacio en el servidor e intente otra vez. Nada de lo recibido se perdió.',
      newerSchema:
        'Instale esa versión en la computadora de Perito y abra Perito con ella. No hay nada que restaurar.',
      otherInstallation:
        'Use la carpeta que va con esta base de datos, o la base de datos que va con la carpeta.',
      noPassword: 'La tiene quien administra el servidor. No hay nada que restaurar.',
      wrongPassword:
        'Si la cambiaron en el servidor, Perito pide la nueva al abrirse, y la guarda en lugar de esta en cuanto el servidor la acepta. No hay nada que restaurar.',
      certificate:
        'Hace falta uno vigente, para el nombre del servidor, de una autoridad en la que la computadora de Perito confíe.',
      refused:
        'Compruebe el usuario y el nombre de la base de datos, la contraseña (en PGPASSWORD, ~/.pgpass o la credencial del servicio), y que el servidor admita llamadas de la computadora de Perito.',
      noAnswer: 'Compruebe que está encendido y que la red llega a él.',
      superseded: 'Ciérrelo, o ábralo otra vez para que quede en espera.',
      behind: 'Abra Perito otra vez: ningún número se repite. Lo que se perdió hay que enviarlo otra vez.',
    },
    address: {
      cannotBeUsed:
        'La dirección de la base de datos que la carpeta de Perito tiene anotada no se puede usar.',
      wayOut:
        'Quien administra Perito le da otra con «perito move --to». Luego intente otra vez. No hay nada que restaurar.',
    },
    /** La contraseña de la base de datos, que se da fuera de esta pantalla. */
    password: {
      give: 'Dar la contraseña…',
      kept: 'La que dé aquí se guarda en el almacén seguro de claves de la computadora de Perito, nunca en la carpeta de los datos.',
      noKeychain:
        'No hay un almacén seguro de claves, o está bloqueado: la que dé vale hasta que Perito se cierre. Si está bloqueado, desbloquéelo e intente otra vez. Para que dure sin él, póngala en PGPASSWORD o en ~/.pgpass; la de un servicio, en su credencial database-password.',
    },
    nothingChanged: 'Nada se cambió en la base de datos ni en la carpeta de Perito.',
  },
  title: {
    corrupt: 'El archivo de lo recibido está dañado',
    databaseLost: 'Falta el archivo de lo recibido',
    newerSchema: 'Los datos son de una versión más nueva de Perito',
    databaseOlder: 'La base de datos es de una versión anterior de Perito',
    databaseForeign: 'Hay datos de otra instalación de Perito',
    journalOlder: 'El archivo de lo recibido no es el de esta base de datos',
    notAccessible: 'Perito no puede usar la carpeta de sus datos',
    diskFull: 'El disco de los datos está lleno',
  },
  meaning: {
    corrupt:
      'Perito no puede leer journal.db, donde guarda lo que llega del marketplace y lo que le contestó.',
    databaseLost:
      'Perito ya trabajó con esta carpeta, pero journal.db no está: ahí guarda lo que llega del marketplace y lo que le contestó.',
    newerSchema: 'Este Perito no los entiende, y abrirlos así podría dañarlos.',
    databaseOlder: 'A su lado está lo que recibió una versión más nueva; las dos cosas no van juntas.',
    databaseForeign:
      'journal.db y perito.db no son de la misma instalación; alguno de los dos está fuera de lugar.',
    journalOlder: 'journal.db es más viejo que la base de datos (perito.db), o es de otra.',
    notAccessible: 'La carpeta, o algún archivo en ella, no se puede leer o no se puede escribir.',
    diskFull: 'Sin espacio Perito no puede abrir sus datos ni guardar lo que llegue.',
  },
  wayOut: {
    corrupt:
      'Restaure una copia: lo que hay se conserva aparte, entero. Si tiene el archivo bueno, póngalo en su lugar e intente otra vez.',
    databaseLost:
      'Si el archivo se movió o su disco no está conectado, devuélvalo a su lugar e intente otra vez. Si se perdió, restaure una copia.',
    newerSchema:
      'Instale esa versión y abra Perito con ella. Restaurar una copia más vieja serviría, pero se perdería lo que llegó después.',
    databaseOlder:
      'Si otro programa tenía abierta la base de datos, ciérrelo e intente otra vez. Si alguien puso ahí un perito.db viejo, devuelva el que corresponde e intente otra vez, o restaure una copia. Sin ninguna de las dos cosas, quien atiende el equipo elige: para conservar lo recibido, saca perito.db a otra carpeta y lo rehace con «perito rebuild»; para volver a los datos viejos, saca journal.db. No borren ninguno de los dos.',
    databaseForeign:
      'Ponga en su lugar el archivo de esta instalación e intente otra vez, o restaure una copia.',
    journalOlder:
      'Busque el journal.db que estaba aquí (en el disco o la carpeta de antes), póngalo en su lugar e intente otra vez, o restaure una copia. Si se perdió del todo, quien atiende el equipo cierra Perito, deja numbers.json donde está, para que ningún número se repita, y rehace la base de datos con «perito rebuild», que dice si antes hay que sacar perito.db a otra carpeta. Se sigue con lo recibido que hay; lo que falte en ello queda en el perito.db de ahora. No borren nada.',
    notAccessible:
      'Compruebe que la carpeta existe, que la cuenta con que corre Perito tiene permiso y que ningún otro programa usa sus archivos; luego intente otra vez.',
    diskFull: 'Libere espacio en ese disco e intente otra vez. Nada de lo recibido se perdió.',
  },
  noticed: 'Se notó {{at}}',
  /** En un escritorio de la oficina: sin el motor nadie sabe quién está ahí. */
  elsewhere:
    'Esto se repara en la computadora de Perito, con el enlace que Perito muestra allí al iniciar. Avise a quien la atiende; esta pantalla sigue sola cuando esté listo.',
  restore: 'Restaurar una copia…',
  hideRestore: 'No restaurar ahora',
  versionBefore: {
    button: 'Volver a la base de datos de antes',
    about:
      'Antes de cambiarla, la versión nueva guardó una copia de la base de datos: {{version}}, del {{at}}, {{bytes}}. Con ella este Perito sigue; lo que llegó después se vuelve a leer de journal.db y no se pierde. Lo que ustedes hicieron desde entonces (notas, revisiones, ajustes) queda en la base de datos nueva, que se pone aparte, entera.',
    of: 'de Perito {{version}}',
    unknown: 'de la versión anterior',
  },
  tryAgain: 'Intentar otra vez',
  trying: 'Intentando…',
  tried: {
    same: 'Se intentó otra vez {{at}}, y sigue igual.',
    other: 'Se intentó otra vez {{at}}: aquello quedó resuelto, y ahora impide abrir lo que se dice aquí.',
  },
  salvage: {
    button: 'Sacar lo que se pueda leer…',
    hide: 'No sacar ahora',
    title: 'Sacar lo que se pueda leer',
    about:
      'Cada registro que sigue siendo lo que llegó, con sus fotos, y lo que hicieron ustedes, hasta donde se pueda leer, va a un legajo que se abre en cualquier equipo. Al lado queda un texto que nombra lo que no. En la carpeta de los datos nada cambia.',
    folder: 'Una carpeta de otro disco, con espacio: hace falta tanto como ocupan los datos.',
    begin: 'Sacar a esta carpeta',
    running: 'Se está sacando lo que se puede leer',
    phase: {
      copying: 'Copiar las bases de datos aparte',
      reading: 'Leer lo que llegó, envío por envío',
      deriving: 'Rehacer las listas',
      writing: 'Escribir el legajo',
      checking: 'Leer de nuevo lo escrito',
    },
    done: 'Esto se pudo leer',
    nothing: 'No quedó nada que poner en un legajo.',
    holds: 'Registros: {{records}}. Fotos y documentos: {{contents}}.',
    lostNone: 'Todo lo que llegó está completo.',
    lost_one: 'No se puede leer {{entries}} envío.',
    lost_other: 'No se pueden leer {{entries}} envíos.',
    lostUnknown: 'No se sabe cuántos envíos faltan: tampoco se lee dónde terminaban.',
    withoutBody_one:
      'De {{records}} registro no queda lo que llegó; lo muestra LEAME.html, dentro del legajo.',
    withoutBody_other:
      'De {{records}} registros no queda lo que llegó; los muestra LEAME.html, dentro del legajo.',
    missing_one: '{{contents}} foto o documento falta o está dañado.',
    missing_other: '{{contents}} fotos y documentos faltan o están dañados.',
    database: {
      damaged: 'De lo que hicieron ustedes se tomó lo que se pudo leer.',
      missing: 'Lo que hicieron ustedes (perito.db) no está.',
      unreadable: 'Lo que hicieron ustedes (perito.db) no se puede leer.',
      otherVersion: 'Lo que hicieron ustedes (perito.db) es de otra versión de Perito y no se tomó.',
      foreign: 'perito.db es de otra instalación y no se tomó nada de ella.',
      otherJournal: 'perito.db no corresponde a lo recibido y no se tomó nada de ella.',
    },
    named: 'Lo que falta, hasta donde se sabe:',
    entry: 'envío {{entry}}',
    report: 'El informe lo nombra todo:',
    failed: 'No se sacó nada.',
    failure: {
      targetExists: 'Ya hay algo con ese nombre. Intente otra vez.',
      notWritable: 'En esa carpeta no se puede escribir. Elija otra.',
      diskFull: 'No hay espacio suficiente. Elija una carpeta de otro disco.',
      inDataDirectory: 'En la carpeta de los datos no se escribe nada. Elija otra.',
      newer: 'Los datos son de una versión más nueva. Hágalo con esa versión.',
      inUse: 'Otro Perito trabaja con los datos. Ciérrelo.',
      other: 'El detalle técnico dice por qué.',
    },
  },
  folder: {
    button: 'Usar otra carpeta de datos…',
    hide: 'Seguir con esta carpeta',
    now: 'Carpeta de los datos',
    title: 'Usar otra carpeta de datos',
    about:
      'Si los datos están en otra carpeta o en otro disco, Perito puede seguir con ellos. La de ahora queda como está.',
    help: 'La ruta completa: una carpeta en la que Perito ya trabajó, o una vacía para empezar de nuevo.',
    check: 'Ver qué hay ahí',
    kind: {
      data: 'Ahí hay datos de Perito.',
      empty:
        'Ahí no hay nada: Perito empezaría de nuevo, sin registros ni claves, y sus números comenzarían otra vez. Desde la puesta en marcha se puede restaurar una copia.',
      other: 'Ahí hay otras cosas. Elija una carpeta de Perito o una vacía.',
      inUse: 'Otro Perito trabaja con esa carpeta.',
      away: 'Esa carpeta no está: conecte su disco o compruebe la ruta.',
      notAFolder: 'Eso no es una carpeta. Escriba su ruta completa.',
      noRights: 'La cuenta con que corre Perito no puede escribir en esa carpeta.',
      slow: 'Esa carpeta no contestó a tiempo.',
    },
    usedAt: 'Último uso: {{when}}',
    keep: 'Usarla también en los próximos arranques',
    keepAbout: 'Se puede volver a la carpeta de siempre en Ajustes, Estado.',
    given:
      'Vale mientras Perito esté abierto. En este arranque se indicó la carpeta (--data): para que dure, ponga ahí «{{path}}».',
    use: 'Usar esta carpeta',
    beginAnew: 'Empezar de nuevo en esta carpeta',
    failed: 'No se pudo usar la otra carpeta; sigue la de antes.',
    onlyNow: {
      given: 'Se indicó en este arranque (--data): vale mientras Perito esté abierto.',
      forThisRun: 'Se eligió solo para esta vez: vale mientras Perito esté abierto.',
    },
    ofNextStart: 'Carpeta del próximo arranque',
    untold: 'Carpeta de un arranque sin --data',
    usual: 'Volver a la carpeta de siempre',
    usualAbout: 'Se eligió en lugar de {{usual}}.',
    forgotten: 'El próximo arranque usa {{usual}}',
  },
  openArchive: 'Abrir un legajo .perito para mirarlo…',
  opening: {
    title: 'Perito se está abriendo',
    meaning: 'Los datos se pueden usar otra vez. Las listas y el receptor vuelven por sí solos.',
  },
  /** Beside the program's name. */
  receiver: 'No se recibe',
  meanwhile: 'Mientras tanto',
  notReceiving:
    'No se recibe nada: el marketplace repite sus llamadas, y se le contesta cuando Perito vuelva.',
  nothingAnswered: 'Nada se aprueba ni se contesta por sí solo.',
  untouched: 'Lo que hay',
  nothingChanged: 'Nada se cambió en la carpeta de los datos. No borre nada de ella.',
  aside: 'Si restaura una copia, lo que hay se aparta completo; no se borra ni se escribe encima.',
};
