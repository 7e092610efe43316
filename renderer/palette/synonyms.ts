/** Other words for what the palette offers, in both languages: whoever looks for "oscuro" or "dark" wants the appearance. */
import type { TFunction } from 'i18next';

/** By the address of a screen. */
export const wordsOfPath: Readonly<Record<string, string>> = {
  '/inbox': 'pendientes tareas inicio inbox home pending tasks',
  '/cancellations': 'anular cancelar cancellations cancel',
  '/incidents': 'siniestros choques reportes fotos incidents accidents reports photos',
  '/purchase-orders': 'piezas repuestos compras purchase orders parts',
  '/service-orders': 'taller mano de obra servicios service orders labour',
  '/documents': 'facturas notas de crédito ncf comprobantes invoices credit notes receipts pagos payments',
  '/claims': 'expedientes casos claims cases files',
  '/figures':
    'estadísticas gráficos indicadores tablero reportes figures charts statistics dashboard reports',
  '/policies': 'cartera asegurados vehículos policies book insured vehicles',
  '/downloads': 'fotos documentos pendientes downloads photos documents',
  '/rejected': 'errores rechazos fallos rejected errors deliveries',
  '/settings': 'configuración opciones preferencias settings options preferences',
  '/audit': 'bitácora registro historial quién hizo log audit history',
  '/figures/intake': 'cifras figures llegadas volumen received volume',
  '/figures/times': 'cifras figures tiempos demoras rapidez times delays speed',
  '/figures/money': 'cifras figures dinero montos gastos facturado ordenado money amounts spending',
  '/figures/prices': 'cifras figures precios mercado caro barato piezas prices market parts',
  '/figures/findings': 'cifras figures hallazgos causas findings causes',
  '/figures/savings': 'cifras figures ahorro acreditado savings credited',
  '/figures/parties':
    'cifras figures suplidor suplidores taller talleres fichas desempeño scorecard scorecards supplier suppliers workshop workshops performance',
  '/settings/company': 'aseguradora rnc nombre insurer company name',
  '/settings/people':
    'usuarios cuentas contraseña roles límites permisos users accounts password limits permissions people',
  '/settings/openId':
    'proveedor de identidad entra google microsoft keycloak openid oidc sso single sign-on identity provider',
  '/settings/connection': 'dirección puerto internet red connection address port network',
  '/settings/receiver': 'receptor https certificado tls receiver certificate',
  '/settings/absences': 'ausencias apagado sin recibir absences downtime off',
  '/settings/keys': 'claves api marketplace keys',
  '/settings/platform': 'listas dgii ncf bancos plataforma tipos de incidente reference lists platform',
  '/settings/attachments': 'fotos documentos descargas servidores attachments photos downloads hosts',
  '/settings/photoChecklist': 'fotos requeridas lista checklist photos required',
  '/settings/policyRules': 'consulta de póliza reglas lookup rules policy',
  '/settings/coverages': 'coberturas incidentes coverages',
  '/settings/policyBook': 'cartera importar archivo carpeta policy book import folder',
  '/settings/findings': 'hallazgos avisos precios tolerancia findings warnings tolerance thresholds',
  '/settings/numbering': 'numeración secuencia prefijo numbering sequence prefix',
  '/settings/texts': 'textos respuestas mensajes texts answers messages',
  '/settings/reasons': 'motivos razones reasons',
  '/settings/backups': 'respaldos copias restaurar backups copies restore',
  '/settings/archives': 'legajos archivar firma archives signature',
  '/settings/retention': 'conservación borrar años retention delete years',
  '/settings/dataSubject': 'datos personales cédula ley 172-13 privacidad personal data privacy subject',
  '/settings/appearance':
    'tema oscuro claro modo idioma lenguaje español inglés densidad compacto letra theme dark light mode language spanish english density compact appearance',
  '/settings/notifications': 'notificaciones avisos sonido silencio notifications alerts sound quiet hours',
  '/settings/thisComputer': 'equipo computadora arranque inicio startup computer',
  '/settings/verification': 'comprobar integridad verification integrity check',
  '/settings/database':
    'base de datos servidor motor réplica conexiones database server engine replica postgresql connections',
  '/settings/about': 'versión actualizar licencias acerca estado version update licenses about status',
};

/** By the name that an act has on the screen. */
export function wordsOfActs(t: TFunction): ReadonlyMap<string, string> {
  return new Map([
    [t('queue.filter.add'), 'filtro filtrar buscar filter search narrow'],
    [t('queue.views.open'), 'vistas views filtros guardados saved'],
    [t('inbox.act.back'), 'deshacer undo bring back'],
    [t('inbox.act.done'), 'hecho listo done'],
    [t('frame.keys.next'), 'siguiente próximo bajar abajo next down'],
    [t('frame.keys.previous'), 'anterior previo subir arriba previous up back'],
    [t('people.menu.lock'), 'bloquear pantalla cerrar lock screen'],
    [t('people.menu.signOut'), 'cerrar sesión salir sign out log out logout'],
    [t('frame.keys.open'), 'atajos teclas teclado ayuda shortcuts keys keyboard help'],
    [t('frame.keys.note'), 'nota comentar comentario note comment'],
    [t('work.flag.flag'), 'bandera marcar señalar flag mark'],
    [t('work.reminder.add'), 'recordatorio recordar alarma reminder remind'],
    [t('work.assign.to'), 'asignar delegar pasar assign delegate'],
    [t('frame.keys.assignToMe'), 'asignarme tomar assign take'],
    [t('decisions.pay'), 'pago aprobar autorizar factura payment approve invoice pay'],
    [t('decisions.propose'), 'pagar pago aprobar autorizar factura payment approve invoice pay'],
    [t('decisions.hold'), 'espera retener aplazar factura invoice hold wait'],
    [t('decisions.dispute'), 'rechazar impugnar reclamar devolver factura invoice reject dispute'],
    [t('decisions.confirm'), 'confirmar aprobar pago payment confirm approve'],
    [t('decisions.reject'), 'rechazar propuesta pago payment reject proposal'],
    [t('exports.menu.print'), 'imprimir papel pdf print paper'],
  ]);
}
