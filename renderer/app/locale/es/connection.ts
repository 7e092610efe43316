/** Cómo llega el marketplace hasta Perito: qué se le da, qué se comprobó, y las maneras de entrar. */
export const connection = {
  about:
    'Escuchar es una cosa y que el marketplace llegue hasta aquí es otra. Aquí se ve cada una por separado, y qué hacer para que llegue.',
  tabs: {
    label: 'Partes de la conexión',
    state: 'Estado',
    ways: 'Maneras de entrar',
    tests: 'Llamadas de prueba',
  },
  now: {
    title: 'Cómo está',
    listens: 'Escucha',
    listening: 'Sí, en',
    noKey: 'Pero falta la clave: hasta que exista una, ninguna llamada se atiende.',
    reached: 'Llegan llamadas de fuera',
    seen: 'Sí. La última: {{when}}.',
    unproven: 'Sin saber. Nadie ha llamado de fuera desde que Perito se abrió.',
    doubtful: 'Parece que no. Nadie ha llamado de fuera desde que Perito se abrió.',
    checkedGood: 'La última comprobación llegó hasta aquí ({{when}}).',
    checkedInside: 'La última comprobación llegó, pero solo por dentro de la red ({{when}}).',
    checkedBad: 'La última comprobación no llegó: falló «{{step}}» ({{when}}).',
  },
  give: {
    title: 'Qué darle al marketplace',
    url: 'Dirección base',
    notPublic: 'Falta la dirección pública',
    missing:
      'Todavía no hay nada que darle: falta la dirección con la que el marketplace llamará. Elija cómo va a entrar, en «Maneras de entrar», y escriba abajo la dirección que resulte. Mientras tanto solo vale para un programa de la computadora de Perito:',
    missingNetwork:
      'Todavía no hay nada que darle: falta la dirección con la que el marketplace llamará. Elija cómo va a entrar, en «Maneras de entrar», y escriba abajo la dirección que resulte. Mientras tanto solo vale dentro de esta red:',
    inside: 'Esta dirección solo existe dentro de la oficina: desde Internet el marketplace no llega a ella.',
    gone: 'El secreto de estas claves ya no está aquí: si el marketplace todavía no lo tiene, haga otra.',
    plain: 'Sin HTTPS la clave viaja a la vista de quien esté en el camino. Dele una dirección con https.',
    header: 'Encabezado de cada llamada',
    headerNote: 'Su valor es la clave en Base64: correo, dos puntos, secreto.',
    keys: 'Clave',
    keysNote: 'El secreto nunca se muestra aquí: pasa por el portapapeles o por una página de un solo uso.',
    noKey: 'Falta la clave: hasta que exista una, ninguna llamada se atiende.',
    makeKey: 'Hacer una clave',
    kept: 'Entregar la clave',
    notKept: 'Su secreto no está guardado aquí',
    cancelNote: 'Dígale también que espere hasta {{seconds}} segundos la respuesta a una cancelación.',
  },
  form: {
    title: 'Dirección pública y proxies',
    publicUrl: 'Dirección pública',
    publicUrlHelp:
      'La que se le da al marketplace, por ejemplo https://perito.aseguradora.example. Vacía si todavía no se sabe.',
    publicUrlWrong: 'Escríbala completa, desde https://, sin usuario ni signos ? o #.',
    trusted: 'Proxies de confianza',
    trustedHelp:
      'Si las llamadas pasan antes por un proxy o un túnel suyo, su dirección (127.0.0.1 si está en la computadora de Perito) o su red (10.0.0.0/8), una por línea. Solo a estos se les cree quién llamó (X-Forwarded-For). Si no pasan por ninguno, vacío.',
    trustedWrong: 'Cada línea: una dirección IP, o una red como 10.0.0.0/8. 50 a lo más.',
    given: 'Hasta que Perito se cierre vale la dirección que se indicó al iniciarlo: {{url}}',
  },
  check: {
    title: 'Comprobar la dirección pública',
    about:
      'Perito se llama a sí mismo por su dirección pública, paso a paso, como lo haría el marketplace. Nada se registra.',
    none: 'Escriba y guarde primero la dirección pública: sin ella no hay por dónde llamar.',
    start: 'Comprobar',
    again: 'Comprobar otra vez',
    cancel: 'Detener',
    running: 'Comprobando {{url}}…',
    of: '{{url}} · {{when}}',
    stopped: 'Se detuvo antes de terminar.',
    failed: 'No se pudo comprobar: {{why}}',
    waiting: 'En espera',
    trying: 'Probando…',
    notTried: 'No se probó: falló un paso anterior.',
    good: 'Todo el camino funciona: la llamada dio la vuelta por la dirección pública y volvió a este Perito.',
    goodInside:
      'El camino funciona dentro de esta red. De fuera no prueba nada: la dirección que se encontró aquí no se ve desde Internet.',
    goodProxy:
      'La llamada llega, pero Perito no sabe de quién viene. Corrija el paso del proxy antes de entregarla.',
    bad: 'Una llamada del marketplace no se atendería: falla «{{step}}». Corríjalo y compruebe otra vez.',
    hairpin:
      'La prueba se hace desde dentro. Muchos routers no devuelven hacia dentro las llamadas a su propia dirección: aquí fallan y de fuera sí entran. Lo que decide entonces es la última llamada de fuera:',
  },
  step: {
    name: 'Nombre',
    route: 'Camino',
    port: 'Puerto',
    certificate: 'Certificado',
    nonce: 'Quién contesta',
    proxy: 'De quién viene',
    key: 'Clave',
  },
  result: { ok: 'bien', failed: 'falla', notTried: 'no se probó' },
  ok: {
    name: 'La dirección lleva a:',
    route: 'Hay camino hasta ella.',
    port: 'Alguien atiende en el puerto:',
    certificate: 'El certificado vale para esta dirección hasta el {{date}}.',
    certificateNoDate: 'El certificado vale para esta dirección.',
    nonce: 'Quien contesta es este Perito.',
    proxy: 'Perito ve quién llamó:',
    key: 'Una clave falsa se rechaza y la verdadera entra.',
  },
  reason: {
    nameUnknown: {
      what: 'Ese nombre no existe en Internet.',
      todo: 'Revise que esté bien escrito, o cree el registro A con la dirección pública de la oficina donde se compró el dominio.',
    },
    nameNotAnswered: {
      what: 'No hubo quien dijera a qué dirección lleva el nombre.',
      todo: 'Revise la conexión a Internet de la computadora de Perito y su servidor DNS, y compruebe otra vez.',
    },
    onlyInside: {
      what: 'Visto desde aquí, la dirección lleva a un lugar que solo existe dentro de la red.',
      todo: 'De fuera solo se llega si allá el mismo nombre lleva a una dirección pública. Mírelo desde un teléfono sin el wifi de la oficina.',
    },
    timedOut: {
      what: 'Nadie contestó a tiempo en esa dirección.',
      todo: 'Revise que el router reenvíe el puerto a la computadora de Perito y que ningún cortafuegos lo cierre. Desde dentro esto no prueba que de fuera no se llegue.',
    },
    unreachable: {
      what: 'No hay camino desde la computadora de Perito hasta esa dirección.',
      todo: 'Revise la conexión a Internet de esa computadora y que la dirección sea la de la oficina.',
    },
    refused: {
      what: 'El equipo de esa dirección contesta, pero en ese puerto no atiende nadie.',
      todo: 'Revise que el router o el proxy lleven ese puerto a la computadora de Perito, y que Perito esté escuchando. Si la dirección es la del propio router, puede que solo desde dentro lo rechace.',
    },
    plainHttp: {
      what: 'La dirección es http: la clave y los reclamos viajan sin cifrar.',
      todo: 'Sirve para probar. Antes de darla, ponga HTTPS: un certificado propio, un proxy o un túnel.',
    },
    notTls: {
      what: 'Lo que atiende en ese puerto no habla HTTPS.',
      todo: 'La dirección dice https, pero el puerto lleva a un servicio http. Ponga el certificado en Receptor y HTTPS, o lleve el puerto al proxy que lo tiene.',
    },
    expired: {
      what: 'El certificado venció: el marketplace rechaza la llamada.',
      todo: 'Renuévelo y ponga el nuevo en el mismo lugar.',
    },
    notYetValid: {
      what: 'El certificado todavía no rige.',
      todo: 'Revise la fecha y hora de la computadora de Perito, o espere a que empiece.',
    },
    wrongHost: {
      what: 'El certificado es de otro nombre: no vale para esta dirección.',
      todo: 'Pida uno con este nombre, o corrija la dirección pública.',
    },
    selfSigned: {
      what: 'El certificado se firmó a sí mismo: el marketplace lo va a rechazar.',
      todo: 'Ponga uno de una autoridad reconocida; el de prueba es solo para probar.',
    },
    unknownAuthority: {
      what: 'El certificado es de una autoridad en la que la computadora de Perito no confía.',
      todo: 'Ponga uno de una autoridad reconocida. Una propia solo sirve si el marketplace confía en ella.',
    },
    chainIncomplete: {
      what: 'Falta el certificado intermedio de quien lo emitió.',
      todo: 'Agregue al archivo los intermedios que entregó la autoridad (suele llamarse fullchain).',
    },
    tlsFailed: {
      what: 'No se pudo acordar una conexión segura.',
      todo: 'Quien atiende debe ofrecer TLS 1.2 o más nuevo. Lo que dijo el sistema está al lado.',
    },
    redirected: {
      what: 'Quien atiende manda la llamada a otra dirección. El marketplace no la sigue.',
      todo: 'Dé como dirección pública aquella a la que manda, o quite la redirección en el proxy.',
    },
    proxyWithoutPerito: {
      what: 'El proxy contesta, pero no alcanza a Perito.',
      todo: 'Revise en el proxy la dirección y el puerto de Perito, y que Perito esté escuchando allí.',
    },
    otherProgram: {
      what: 'Contesta otro programa, no este Perito.',
      todo: 'Revise a qué equipo y puerto lleva el router o el proxy. Si la dirección es la del router, puede ser su propia página, que de fuera no sale.',
    },
    noAnswer: {
      what: 'La conexión se cortó sin respuesta.',
      todo: 'Revise lo que haya entre Internet y Perito: proxy, cortafuegos, antivirus. Después compruebe otra vez.',
    },
    proxyNotTrusted: {
      what: 'La llamada pasó por un proxy que no está entre los de confianza: para Perito todas vienen de él.',
      todo: 'Si el proxy es suyo, agregue su dirección a los proxies de confianza. Así se ve quién llama, y los intentos con claves malas se le cuentan a cada uno.',
    },
    proxySaysNothing: {
      what: 'El proxy de confianza no dice quién llamó: para Perito todas las llamadas vienen de él.',
      todo: 'Haga que el proxy ponga X-Forwarded-For, como en los ejemplos de «Maneras de entrar».',
    },
    noKey: {
      what: 'La llamada llega, pero no hay ninguna clave vigente: todas se rechazan.',
      todo: 'Haga una clave en Claves del marketplace y entréguela.',
    },
    keyNotHere: {
      what: 'La llamada llega. La clave no se probó: Perito no guarda su secreto.',
      todo: 'No impide nada: el marketplace puede llamar con ella. Para probarla aquí haría falta una que Perito guarde.',
    },
    keyNotPassed: {
      what: 'La llamada llega, pero la clave se pierde en el camino.',
      todo: 'El proxy o el túnel debe dejar pasar el encabezado X-API-KEY sin tocarlo, y no pedir otra contraseña.',
    },
  },
  outside: {
    title: 'Última llamada de fuera',
    about:
      'De otro equipo que no sea la computadora de Perito, desde que Perito se abrió. Las llamadas de prueba del propio Perito no cuentan.',
    nobody: 'Nadie ha llamado de fuera desde que Perito se abrió.',
    when: 'Cuándo',
    from: 'De quién',
    through: 'Por dónde',
    straight: 'Sin proxy de confianza',
    proxy: 'Por el proxy {{address}}',
    key: 'Con clave',
    withKey: 'Válida: era el marketplace, o quien tenga su clave',
    withoutKey: 'Sin clave válida: se rechazó',
    called: 'Qué llamó',
    inside: 'Viene de una dirección interna: no prueba que se llegue desde Internet.',
  },
  endpoint: {
    policyLookup: 'Consulta de póliza',
    balance: 'Consulta de balance',
    purchaseOrder: 'Orden de compra',
    serviceOrder: 'Orden de servicio',
    incidentReport: 'Reporte de incidente',
    financialDocument: 'Factura o nota',
    cancelPurchaseOrder: 'Cancelación de orden de compra',
    cancelServiceOrder: 'Cancelación de orden de servicio',
    openApi: 'Descripción de la interfaz',
    other: 'Otra cosa, que Perito no tiene',
  },
  listening: {
    title: 'En qué direcciones escucha',
    nowhere: 'En ninguna: el receptor no está abierto.',
    configure: 'Cambiar dirección, puerto o certificado',
    scope: {
      loopback: 'Solo programas de la computadora de Perito',
      linkLocal: 'Solo el mismo tramo de red, sin router',
      private: 'Equipos de esta red; de Internet, solo si el router reenvía',
      shared: 'Dirección que el proveedor reparte entre muchos clientes: de Internet no se llega',
      tailnet: 'Equipos de su red Tailscale',
      public: 'Cualquiera en Internet, si ningún cortafuegos lo cierra',
    },
    others: 'La computadora de Perito tiene también: {{addresses}}. Allí no escucha.',
  },
  holder: {
    title: 'El puerto está ocupado',
    known: 'El puerto {{port}} lo tiene {{program}} (proceso {{id}}).',
    process: 'El puerto {{port}} lo tiene el proceso {{id}}.',
    unknown:
      'El puerto {{port}} lo tiene otro programa; el sistema no le dice cuál a la cuenta con que corre Perito. Un administrador lo ve con:',
    todo: 'Cierre ese programa si sobra, o elija otro puerto para Perito. Si es otro Perito, cierre uno de los dos.',
    change: 'Elegir otro puerto',
  },
  firewall: {
    title: 'Cortafuegos de la computadora de Perito',
    command: 'Orden para el cortafuegos',
    never:
      'Perito nunca lo cambia: copie la orden y que la ejecute, como administrador, quien atiende el equipo.',
    local:
      'Perito solo atiende llamadas de su propia computadora: el cortafuegos no tiene que dejar pasar nada.',
    state: {
      on: '{{name}} está activo. Para que las llamadas entren al puerto {{port}}:',
      off: '{{name}} está apagado: no cierra el paso. Conviene encenderlo y dejar abierto solo el puerto {{port}}.',
      unknown:
        'No se sabe si {{name}} está activo. Si lo está, para que las llamadas entren al puerto {{port}}:',
    },
    nftables:
      'Hay reglas de nftables. Mírelas y agregue una que acepte TCP en el puerto {{port}}; su tabla tiene el nombre que le dio quien la hizo. Se ven con:',
    none: 'No se encontró un cortafuegos conocido. Si hay otro (de un antivirus, por ejemplo), que deje entrar TCP al puerto {{port}}.',
    windows:
      'El instalador de Perito ya deja una regla «Perito» para las redes privadas y de dominio, nunca para las públicas. Esta orden hace falta si se borró, o si Perito no se instaló con él; vale para las mismas redes. Si Windows tiene su red por pública, márquela como privada. Se pega en PowerShell:',
    names: {
      ufw: 'ufw',
      firewalld: 'firewalld',
      windows: 'El cortafuegos de Windows',
      macos: 'El cortafuegos de macOS',
    },
  },
  ways: {
    about:
      'El marketplace tiene que poder llamar a Perito desde Internet. Hay tres maneras; los pasos llevan ya los datos de la computadora de Perito. Si no sabe cuál elegir: el túnel sirve en casi cualquier oficina y no toca el router; con el certificado propio nadie más que ustedes ve los datos.',
    which: 'Manera de entrar',
    sees: 'Quién ve los datos',
    changes: 'Si cambia la dirección',
    needs: 'Qué hace falta',
    steps: 'Pasos',
    noHost:
      'Los ejemplos llevan perito.aseguradora.example donde va su nombre: guárdelo como dirección pública y se ponen solos.',
    last: 'Escriba la dirección en Estado, Dirección pública, y pulse Comprobar.',
    port: 'Su dirección es http:// hasta que haya certificado; no la dé así.',
    forward: {
      name: 'Certificado propio y puerto en el router',
      sees: 'Nadie en el camino: el cifrado termina en Perito.',
      changes:
        'Si el proveedor cambia la dirección de la oficina, el nombre deja de llegar hasta que se corrija. Pida una dirección fija, o use un DNS dinámico que el router actualice solo.',
      needs: 'Una dirección pública propia, un nombre y un certificado de una autoridad reconocida.',
      shared:
        'Aquí no va a funcionar: {{address}} es una dirección que el proveedor reparte entre muchos clientes (CGNAT) y ningún router la puede reenviar. Pida una pública al proveedor, o use un túnel.',
      compare:
        'Compare la dirección WAN que muestra el router con la que ve Internet (por ejemplo en ifconfig.me). Si no son iguales, o empieza por 10., 172.16. a 172.31., 192.168. o 100.64. a 100.127., el proveedor la comparte y esta manera no sirve.',
      listen:
        'Haga que Perito escuche en toda la red: en Receptor y HTTPS, dirección 0.0.0.0. Ahora escucha solo en {{address}}.',
      certificate: 'En Receptor y HTTPS, ponga el certificado y su clave, a nombre de {{host}}.',
      certificateDone: 'El certificado ya está en uso.',
      fixed:
        'En el router, reserve para la computadora de Perito la dirección {{address}} (DHCP), para que no cambie.',
      fixedUnknown: 'En el router, reserve una dirección fija para la computadora de Perito (DHCP).',
      rule: 'En el router, agregue este reenvío de puertos:',
      thisComputer: 'dirección-de-la-computadora-de-perito',
      ruleName: 'Reenvío en el router',
      firewall:
        'En la computadora de Perito, deje entrar las llamadas por el cortafuegos: la orden está en Estado.',
      dns: 'Donde se compró el dominio, cree para {{host}} un registro A con la dirección pública de la oficina.',
    },
    proxy: {
      name: 'Proxy inverso',
      sees: 'El equipo del proxy: allí termina el cifrado y se ve todo, clave incluida. Que sea suyo.',
      changes:
        'Igual que con el puerto en el router si el proxy está en la oficina. Si está en un servidor alquilado con dirección fija, no cambia.',
      needs:
        'Un proxy: un programa que recibe las llamadas con su propio certificado (Caddy lo consigue solo) y se las pasa a Perito. Su dirección va entre los proxies de confianza. Con dirección compartida por el proveedor (CGNAT), el proxy de la oficina tampoco sirve.',
      here: 'Estos ejemplos son para un proxy en la propia computadora de Perito. Perito sigue escuchando en {{url}}; el cifrado termina en el proxy.',
      elsewhere:
        'Si el proxy está en otro equipo, ponga en el ejemplo la dirección de la computadora de Perito en lugar de 127.0.0.1, y en proxies de confianza la del proxy.',
      trust: 'Para que Perito le crea al proxy quién llama, agregue 127.0.0.1 a los proxies de confianza.',
      trustButton: 'Confiar en 127.0.0.1',
      trusted: 'Los proxies de confianza ya están anotados: {{list}}.',
      write: 'Escriba en el proxy uno de estos dos y recárguelo.',
      caddy: 'Caddyfile',
      nginx: 'Sitio de nginx',
      nginxFiles: 'Cambie las dos rutas por las de su certificado.',
      why: 'El cuerpo puede llegar a {{mebibytes}} MiB y una cancelación puede retenerse hasta {{hold}} s: por eso el límite y la espera de {{wait}} s.',
    },
    tunnel: {
      name: 'Túnel',
      sees: 'Con Cloudflare, también Cloudflare: el cifrado termina en sus equipos, en el extranjero. Con Tailscale Funnel termina en la computadora de Perito y el intermediario no ve nada. Téngalo en cuenta: son datos personales (Ley\u00a0172-\u206013).',
      changes:
        'No importa: el túnel sale de aquí hacia fuera. La dirección es la del túnel y se queda; la de una prueba rápida cambia cada vez y no se le da al marketplace.',
      needs:
        'Una cuenta en un servicio de túneles y su programa en la computadora de Perito: abre el camino desde dentro, y por él entran las llamadas. Sirve aunque el proveedor comparta la dirección (CGNAT), sin tocar router ni cortafuegos.',
      local: 'Perito puede seguir atendiendo solo a los programas de su propia computadora ({{url}}).',
      trust:
        'El programa del túnel llama desde 127.0.0.1 y dice quién llamó: agregue 127.0.0.1 a los proxies de confianza.',
      cloudflared: 'cloudflared',
      tailscale: 'Tailscale Funnel',
      either: 'Ponga en marcha uno de estos dos, como servicio para que vuelva solo al reiniciar el equipo.',
      cloudflareLimit:
        'Cloudflare corta a los 100 s sin respuesta y a los 100 MB de cuerpo: alcanza para Perito.',
      tailscaleName: 'Tailscale dice la dirección al ponerlo en marcha: https://equipo.red.ts.net.',
    },
  },
  tests: {
    about:
      'Una llamada de verdad a este receptor, con una clave vigente. Nada se registra: las consultas preguntan por una póliza que nadie tiene y lo demás se manda mal a propósito, para que se rechace.',
    endpoint: 'Qué llamar',
    over: 'Por dónde',
    listening: 'Donde escucha',
    public: 'Por la dirección pública',
    publicNone: 'Para llamar por la dirección pública, escríbala antes en Estado.',
    call: 'Llamar',
    calling: 'Llamando…',
    called: 'Se llamó a',
    at: 'En la dirección de red',
    status: 'Respuesta',
    time: 'Tardó',
    milliseconds: '{{time}} ms',
    sent: 'Cuerpo enviado',
    nothingSent: 'Nada',
    headers: 'Encabezados de la respuesta',
    body: 'Cuerpo de la respuesta',
    cut: 'Solo el comienzo: es más largo.',
    registered: 'No se registró nada, ni cuenta como llamada del marketplace.',
    asMeant: 'Es la respuesta esperada a esta prueba: la llamada llegó y el receptor contestó.',
    notAsMeant:
      'La llamada llegó a alguien, pero no es la respuesta que da esta prueba cuando todo va bien ({{status}}). Lo de abajo dice por qué.',
    notListening: 'El receptor no está escuchando: no hay a quién llamar.',
    noSecret:
      'No hay ninguna clave vigente cuyo secreto esté guardado aquí, y sin ella no se puede probar. Haga otra en Claves del marketplace.',
    notReached: 'La llamada no llegó.',
  },
};
