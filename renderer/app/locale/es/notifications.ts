export const notifications = {
  about:
    'De qué avisa el sistema cuando nadie está mirando Perito. De lo que está en la pantalla no se avisa.',
  inBrowser:
    'En el navegador el sistema no avisa: lo que llega se ve mientras esta pestaña esté abierta. El escritorio de Perito sí avisa.',
  kinds: {
    cancellations: 'Cancelaciones en espera',
    failures: 'Fallas',
    backups: 'Respaldos',
  },
  kindsHelp: {
    cancellations: 'Con la orden, el monto y el tiempo que queda para responder.',
    failures:
      'No se recibe, queda poco espacio en el disco, dirige otro motor, falta la réplica síncrona de la base de datos, o hay datos dañados, un envío rechazado o archivos sin descargar.',
    backups: 'No hay un respaldo reciente.',
  },
  quiet: 'Horas de silencio',
  quietHelp: 'En esas horas no se avisa de nada. Lo que siga pendiente se avisa después.',
  from: 'Desde',
  until: 'Hasta',
  quietNever: 'Empieza y termina a la misma hora: no hay silencio.',
} as const;
