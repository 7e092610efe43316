/** What each value is called that an entry may say was changed, in both languages, and how its values are written. */
import type { Locale } from '../terms.ts';

/**
 * How a value is written. `text` as it stands, `name` with quotes around it in a sentence; `money` in RD$, `list` of texts, `reasons`
 * by their texts, `views` by the photos' names; of the others the unit or what it is one of. What is `long` is not said in a sentence.
 */
export type FieldType =
  | 'text'
  | 'name'
  | 'long'
  | 'yesNo'
  | 'number'
  | 'money'
  | 'percent'
  | 'percents'
  | 'seconds'
  | 'minutes'
  | 'days'
  | 'hour'
  | 'years'
  | 'megabytes'
  | 'list'
  | 'reasons'
  | 'views'
  | 'places'
  | 'instant'
  | 'role'
  | 'choice';

export type AuditField = { is: FieldType } & Record<Locale, string>;

const field = (is: FieldType, es: string, en: string): AuditField => ({ is, es, en });

const rules: readonly (readonly [string, string, string])[] = [
  ['notInForce', 'póliza no vigente ese día', 'policy not in force that day'],
  ['noCoverage', 'sin cobertura para el incidente', 'no coverage for the incident'],
  ['coverNotChecked', 'cobertura no verificada', 'coverage not checked'],
  ['excluded', 'vehículo excluido', 'vehicle excluded'],
  ['premiumUnpaid', 'prima pendiente', 'premium unpaid'],
];
const incidents: readonly (readonly [string, string, string])[] = [
  ['fire', 'incendio', 'fire'],
  ['theft', 'robo', 'theft'],
  ['collision', 'colisión', 'collision'],
  ['glass', 'cristales', 'glass'],
  ['other', 'otros incidentes', 'other incidents'],
];

const settings: Readonly<Record<string, AuditField>> = {
  'company.name': field('name', 'nombre de la aseguradora', 'name of the insurer'),
  'company.taxId': field('text', 'RNC de la aseguradora', 'RNC of the insurer'),
  'company.marketplaceName': field('name', 'cómo se llama al marketplace', 'what the marketplace is called'),
  'lock.afterMinutes': field('minutes', 'bloqueo de la pantalla', 'lock of the screen'),
  'receiver.address': field('text', 'dirección del receptor', 'address of the receiver'),
  'receiver.port': field('text', 'puerto del receptor', 'port of the receiver'),
  'receiver.holdSeconds': field(
    'seconds',
    'tiempo para responder una cancelación',
    'time to answer a cancellation',
  ),
  'receiver.tls.mode': field('choice', 'HTTPS del receptor', 'HTTPS of the receiver'),
  'receiver.tls.certificateFile': field('text', 'archivo del certificado', 'file of the certificate'),
  'receiver.tls.keyFile': field(
    'text',
    'archivo de la clave del certificado',
    'file of the certificate’s key',
  ),
  'receiver.tls.file': field('text', 'archivo del certificado', 'file of the certificate'),
  'receiver.publicUrl': field(
    'text',
    'dirección que se da al marketplace',
    'address given to the marketplace',
  ),
  'receiver.trustedProxies': field('list', 'proxies de confianza', 'trusted proxies'),
  'numbering.purchaseOrder': field('text', 'numeración de órdenes de compra', 'numbering of purchase orders'),
  'numbering.serviceOrder': field('text', 'numeración de órdenes de servicio', 'numbering of service orders'),
  'numbering.incidentReport': field('text', 'numeración de incidentes', 'numbering of incidents'),
  'numbering.financialDocument': field('text', 'numeración de documentos', 'numbering of documents'),
  'texts.inReview': field('name', 'texto al terminar la espera', 'text when the wait is over'),
  'texts.unknownOrder': field(
    'name',
    'texto de la orden que nunca llegó',
    'text for an order that never came',
  ),
  'texts.approved': field('name', 'texto al aprobar', 'text when approving'),
  'reasons.refuse': field(
    'reasons',
    'motivos para rechazar una cancelación',
    'reasons to refuse a cancellation',
  ),
  'reasons.hold': field('reasons', 'motivos para dejar una factura en espera', 'reasons to hold an invoice'),
  'reasons.dispute': field('reasons', 'motivos para objetar una factura', 'reasons to dispute an invoice'),
  ...Object.fromEntries(
    rules.flatMap(([name, es, en]) => [
      [`policyRules.${name}.on`, field('yesNo', `aviso «${es}»`, `notice “${en}”`)],
      [`policyRules.${name}.severity`, field('choice', `gravedad de «${es}»`, `severity of “${en}”`)],
      [`policyRules.${name}.text`, field('name', `texto de «${es}»`, `text of “${en}”`)],
    ]),
  ),
  ...Object.fromEntries(
    incidents.flatMap(([name, es, en]) => [
      [`coverageOfIncident.${name}`, field('list', `coberturas para ${es}`, `coverages for ${en}`)],
      [`photoChecklist.${name}`, field('views', `fotos requeridas para ${es}`, `photos required for ${en}`)],
    ]),
  ),
  'coverageOfIncident.none': field(
    'list',
    'coberturas que no cubren ningún incidente',
    'coverages that cover no incident',
  ),
  'policyBook.watchedFolder': field(
    'text',
    'carpeta vigilada de la cartera',
    'watched folder of the policy book',
  ),
  'policyBook.badRows': field(
    'choice',
    'qué se hace con un archivo con errores',
    'what is done with a file with errors',
  ),
  'policyBook.totalLossPercent': field('percent', 'aviso de pérdida total desde', 'total loss is said from'),
  'platform.baseUrl': field('text', 'dirección de la plataforma', 'address of the platform'),
  'platform.allowHttp': field(
    'yesNo',
    'permitir la plataforma sin HTTPS',
    'allow the platform without HTTPS',
  ),
  'trust.authorityFile': field('text', 'archivo de autoridades de confianza', 'file of trusted authorities'),
  'attachments.maximumMegabytes': field('megabytes', 'tamaño máximo de un archivo', 'largest file'),
  'attachments.maximumSeconds': field('seconds', 'tiempo máximo de una descarga', 'longest download'),
  'attachments.maximumPerRecord': field('number', 'archivos por registro', 'files of one record'),
  'attachments.perHost': field(
    'number',
    'descargas a la vez por servidor',
    'downloads at a time from one server',
  ),
  'attachments.sendPlatformKey': field(
    'yesNo',
    'enviar la clave de la plataforma con cada descarga',
    'send the platform’s key with each download',
  ),
  'attachments.paused': field('yesNo', 'descargas en pausa', 'downloads paused'),
  'findings.lineTolerance': field('number', 'tolerancia por línea', 'tolerance of a line'),
  'findings.taxRates': field('percents', 'tasas de ITBIS', 'rates of ITBIS'),
  'findings.aboveAveragePercent': field('percent', 'precio sobre el promedio', 'price above the average'),
  'findings.aboveMaximumPercent': field('percent', 'precio sobre el máximo', 'price above the maximum'),
  'findings.belowMinimumPercent': field('percent', 'precio bajo el mínimo', 'price below the minimum'),
  'findings.overInvoicedPercent': field(
    'percent',
    'facturado sobre lo ordenado',
    'invoiced above what was ordered',
  ),
  'screen.locale': field('choice', 'idioma', 'language'),
  'screen.theme': field('choice', 'tema', 'theme'),
  'screen.density': field('choice', 'filas', 'rows'),
  'notifications.cancellations': field('yesNo', 'avisar de cancelaciones', 'notify of cancellations'),
  'notifications.failures': field('yesNo', 'avisar de fallas', 'notify of failures'),
  'notifications.backups': field('yesNo', 'avisar de respaldos', 'notify of backups'),
  'notifications.quietHours': field('yesNo', 'horas de silencio', 'quiet hours'),
  'notifications.quietFrom': field('text', 'silencio desde las', 'quiet from'),
  'notifications.quietUntil': field('text', 'silencio hasta las', 'quiet until'),
  firstRunDoneAt: field('instant', 'puesta en marcha', 'first start'),
};

const person: Readonly<Record<string, AuditField>> = {
  name: field('name', 'nombre', 'name'),
  email: field('text', 'correo', 'e-mail'),
  role: field('role', 'rol', 'role'),
  verdictLimit: field('money', 'límite de autoridad', 'limit of authority'),
};

const openId: Readonly<Record<string, AuditField>> = {
  issuer: field('text', 'dirección', 'address'),
  clientId: field('text', 'cliente', 'client'),
  name: field('text', 'nombre', 'name'),
};

const backups: Readonly<Record<string, AuditField>> = {
  places: field('places', 'lugares de los respaldos', 'places of the backups'),
  'schedule.isOn': field('yesNo', 'respaldo diario', 'daily backup'),
  'schedule.hour': field('hour', 'hora del respaldo', 'hour of the backup'),
  'keep.daily': field('number', 'respaldos diarios que se guardan', 'daily backups kept'),
  'keep.weekly': field('number', 'respaldos semanales que se guardan', 'weekly backups kept'),
  'keep.monthly': field('number', 'respaldos mensuales que se guardan', 'monthly backups kept'),
  warnAfterDays: field('days', 'avisar si el respaldo pasa de', 'warn of a backup older than'),
  'secondCopy.folder': field('text', 'carpeta de la segunda copia', 'folder of the second copy'),
};

const retention: Readonly<Record<string, AuditField>> = {
  years: field('years', 'años que se conservan', 'years that are kept'),
  folder: field('text', 'carpeta de los legajos', 'folder of the archives'),
  secondFolder: field('text', 'segunda carpeta de los legajos', 'second folder of the archives'),
};

const policy: Readonly<Record<string, AuditField>> = {
  insurancePolicyNumber: field('text', 'número de póliza', 'policy number'),
  personTypeId: field('text', 'tipo de persona', 'kind of person'),
  companyTaxId: field('text', 'RNC', 'RNC'),
  companyName: field('name', 'razón social', 'company name'),
  identification: field('text', 'identificación', 'identification'),
  identificationTypeId: field('text', 'tipo de identificación', 'kind of identification'),
  firstName: field('name', 'nombres', 'first name'),
  lastName: field('name', 'apellidos', 'last name'),
  phoneNumber: field('text', 'teléfono', 'telephone'),
  displayName: field('name', 'nombre del asegurado', 'name of the insured'),
  emailAddress: field('text', 'correo', 'e-mail'),
  address: field('name', 'dirección', 'address'),
  vin: field('text', 'chasis', 'VIN'),
  makeName: field('text', 'marca', 'make'),
  modelName: field('text', 'modelo', 'model'),
  year: field('text', 'año', 'year'),
  coverages: field('long', 'coberturas', 'coverages'),
  accountBalance: field('money', 'balance', 'balance'),
  deductibleAmount: field('money', 'deducible', 'deductible'),
  validFrom: field('text', 'vigente desde', 'in force from'),
  validTo: field('text', 'vigente hasta', 'in force until'),
  excluded: field('yesNo', 'excluido', 'excluded'),
  premiumUnpaid: field('yesNo', 'prima pendiente', 'premium unpaid'),
  vehicleValue: field('money', 'valor del vehículo', 'vehicle value'),
};

/** The fields of what each act changes. */
const fieldsOf: Readonly<Record<string, Readonly<Record<string, AuditField>>>> = {
  'settings.changed': settings,
  'person.added': person,
  'person.changed': person,
  'openId.configured': openId,
  'backups.configured': backups,
  'retention.policySet': retention,
  'attachmentHost.decided': { '': field('choice', 'decisión', 'decision') },
  'policies.added': policy,
  'policies.corrected': policy,
  'policies.removed': policy,
};

/** A field of what an act changes, by the path of its value; undefined of one that this version does not know. */
export function auditField(action: string, path: string): AuditField | undefined {
  const fields = fieldsOf[action];
  return fields !== undefined && Object.hasOwn(fields, path) ? fields[path] : undefined;
}

type Words = Readonly<Record<string, string>>;

/** What values are called that are one of a few, by the path of the settings, or by the act where one value is all that it changes. */
export const auditChoices: Readonly<Record<Locale, Readonly<Record<string, Words>>>> = {
  es: {
    'receiver.tls.mode': { off: 'no', pem: 'con certificado PEM', pfx: 'con certificado PKCS 12' },
    'attachmentHost.decided': { pending: 'por decidir', approved: 'aprobado', refused: 'rechazado' },
    severity: { info: 'información', warning: 'advertencia', error: 'error' },
    'policyBook.badRows': { refuse: 'se rechaza entero', skip: 'se importa lo demás' },
    'screen.locale': { system: 'el del sistema', es: 'español', en: 'inglés' },
    'screen.theme': { system: 'el del sistema', light: 'claro', dark: 'oscuro' },
    'screen.density': { compact: 'compactas', comfortable: 'cómodas' },
    views: {
      ...{ front: 'frontal', rightSide: 'lateral derecho', leftSide: 'lateral izquierdo', rear: 'trasera' },
      ...{ chassis: 'chasis', odometer: 'tablero y odómetro', plate: 'placa', damage: 'daño' },
      ...{ engine: 'motor', interior: 'interior', place: 'lugar del incidente' },
    },
  },
  en: {
    'receiver.tls.mode': { off: 'no', pem: 'with a PEM certificate', pfx: 'with a PKCS 12 certificate' },
    'attachmentHost.decided': { pending: 'undecided', approved: 'approved', refused: 'refused' },
    severity: { info: 'information', warning: 'warning', error: 'error' },
    'policyBook.badRows': { refuse: 'refused as a whole', skip: 'the rest is imported' },
    'screen.locale': { system: 'the system’s', es: 'Spanish', en: 'English' },
    'screen.theme': { system: 'the system’s', light: 'light', dark: 'dark' },
    'screen.density': { compact: 'compact', comfortable: 'comfortable' },
    views: {
      ...{ front: 'front', rightSide: 'right side', leftSide: 'left side', rear: 'rear', chassis: 'chassis' },
      ...{ odometer: 'dashboard and odometer', plate: 'plate', damage: 'damage', engine: 'engine' },
      ...{ interior: 'interior', place: 'place of the incident' },
    },
  },
};
