/** Las horas en que no se recibió, y lo que el marketplace pudo haber llamado. */
export const absences = {
  about:
    'Cuándo no se recibió nada, y qué pudo haber llamado el marketplace en ese tiempo. Lo que no llegó, Perito no lo sabe: lo de abajo es un indicio.',
  none: 'Desde que se lleva esta cuenta se ha recibido sin pausas de más de un minuto.',
  band: {
    today: 'Entre {{from}} y {{until}} no se recibió',
    why: {
      closed: 'Perito estaba cerrado.',
      killed: 'Perito o la computadora en que corre se apagó de golpe.',
      asleep: 'la computadora de Perito estaba suspendida.',
      notListening: 'Perito no podía tomar llamadas.',
    },
    more_one: 'Hay {{count}} pausa anterior sin leer.',
    more_other: 'Hay {{count}} pausas anteriores sin leer.',
    see: 'Qué pudo llegar',
    read: 'Entendido',
  },
  why: {
    closed: 'Perito estaba cerrado',
    killed: 'Perito o la computadora en que corre se apagó de golpe',
    asleep: 'La computadora de Perito estaba suspendida',
    notListening: 'Perito no podía tomar llamadas',
  },
  span: '{{from}} – {{until}}',
  long: { minutes: '{{minutes}} min', hours: '{{hours}} h {{minutes}} min', days: '{{days}} d {{hours}} h' },
  seen: 'Leído por {{who}}',
  show: 'Qué pudo llegar',
  hide: 'Ocultar',
  usual: {
    title: 'Lo que suele llegar en un tiempo así',
    weeks_one: 'Por lo que llegó la semana anterior, los mismos días a las mismas horas:',
    weeks_other: 'Promedio de las {{count}} semanas anteriores, los mismos días a las mismas horas:',
    nothing: 'A esas horas no suele llegar nada.',
    unknown: 'Antes no se recibió por el tiempo suficiente para comparar.',
    about: 'cerca de {{calls}}',
    few: 'alguna vez',
  },
  kinds: {
    purchaseOrder: 'Órdenes de compra',
    serviceOrder: 'Órdenes de servicio',
    incidentReport: 'Reportes de incidente',
    financialDocument: 'Documentos',
    ask: 'Pedidos de cancelar',
    lookup: 'Consultas de pólizas',
  },
  gaps: {
    title: 'Indicio: números del marketplace que faltan',
    gap_one:
      'Entre el {{before}} y el {{after}} falta {{missing}} número. Antes faltaban {{usually}} entre uno y otro.',
    gap_other:
      'Entre el {{before}} y el {{after}} faltan {{missing}} números. Antes faltaban {{usually}} entre uno y otro.',
    others: 'Pueden ser de otras aseguradoras.',
  },
  open: {
    waiting_one: '{{count}} cancelación espera respuesta: el marketplace pudo haber preguntado otra vez.',
    waiting_other:
      '{{count}} cancelaciones esperan respuesta: el marketplace pudo haber preguntado otra vez.',
    see: 'Cancelaciones',
  },
  todo: {
    title: 'Qué hacer',
    text: 'Pida al marketplace que repita las llamadas de ese tiempo. Lo que ya estaba guardado conserva su número y no se duplica.',
    copy: 'Copiar la solicitud',
    copied: 'Pedido copiado',
    request:
      'Nuestro receptor no tomó llamadas entre {{from}} y {{until}} (hora de República Dominicana). Por favor, repitan las llamadas de ese tiempo; las que ya estaban guardadas conservan su número.',
  },
} as const;
