/**
 * What is odd, in one sentence. `item` is a line's number and name, `money` parameters come with their currency
 * (`renderer/records/finding-text.ts`).
 */
export const finding = {
  wire: {
    missing: 'Faltan datos: {{names}}.',
    null: 'Vinieron vacíos: {{names}}.',
    numberAsText: 'Vinieron como texto y debían ser números: {{names}}.',
    textAsNumber: 'Vinieron como números y debían ser texto: {{names}}.',
    wrongType: '«{{field}}» no tiene el tipo que le toca y no se pudo leer.',
    unknownProperty: 'Trae datos que la interfaz no documenta: {{names}}.',
    pascalCase: 'Vinieron con mayúscula inicial: {{names}}.',
    notADate: '«{{field}}» debía ser una fecha y no lo es.',
    unreadableElement: 'El elemento {{position}} de «{{list}}» no se pudo leer y quedó fuera.',
    repeatedName: '«{{field}}» vino dos veces; se tomó el último valor.',
    tooLong: '{{subject}} trae {{size}}: es demasiado largo para examinarlo. Se guardó completo.',
  },
  record: {
    notExamined: 'Este registro no se pudo examinar ({{reason}}). Se guardó completo; revíselo manualmente.',
  },
  revision: {
    changed: 'El marketplace envió la revisión {{revision}} con {{changes}}.',
  },
  arithmetic: {
    rowPrice: 'La línea {{item}}: cantidad por precio da {{expected}} y dice {{found}}.',
    rowTotal: 'La línea {{item}} suma {{expected}} y dice {{found}}.',
    subtotal: 'El subtotal debía ser {{expected}} según las líneas y dice {{found}}.',
    taxTotal: 'El ITBIS de las líneas suma {{expected}} y el documento dice {{found}}.',
    discountTotal: 'Los descuentos de las líneas suman {{expected}} y el documento dice {{found}}.',
    total: 'Subtotal menos descuentos más ITBIS da {{expected}} y el total dice {{found}}.',
    negative: 'Hay cantidades o montos bajo cero: {{names}}.',
    tooLarge: 'Hay montos de más de 15 dígitos, que no se comprobaron: {{names}}.',
    taxRate:
      'La línea {{item}} lleva {{tax}} de ITBIS sobre {{base}}{{rate}}: no es una tasa aceptada para piezas ni mano de obra.',
    taxRateOfTotal:
      'El ITBIS es {{tax}} sobre {{base}}{{rate}}: no es una tasa aceptada para piezas ni mano de obra.',
  },
  quantity: { notPositive: 'La línea {{item}} trae una cantidad de {{quantity}}.' },
  price: {
    aboveMaximum:
      'La línea {{item}} cuesta {{price}}, {{percent}} % sobre el máximo del mercado ({{maximum}}).',
    belowMinimum:
      'La línea {{item}} cuesta {{price}}, {{percent}} % bajo el mínimo del mercado ({{minimum}}).',
    aboveAverage:
      'La línea {{item}} cuesta {{price}}, {{percent}} % sobre el promedio del mercado ({{average}}).',
    marketOutOfOrder:
      'Los precios de mercado de la línea {{item}} se contradicen: mínimo {{minimum}}, promedio {{average}}, máximo {{maximum}}.',
  },
  value: {
    notListed: '«{{field}}» trae {{value}}, que no es ninguno de los valores de la interfaz ({{listed}}).',
    nameOfOther: '«{{field}}» dice «{{name}}», pero su id, {{value}}, es de {{meaning}}.',
  },
  guid: {
    form: 'El identificador único del registro no es válido: «{{value}}».',
    ofOther: 'El registro {{number}} tiene el mismo identificador único, con otro id.',
  },
  person: {
    otherId: 'La empresa del RNC {{taxId}} vino con dos ids: {{other}} y {{value}}.',
    otherTaxId: 'El id de empresa {{value}} vino con dos RNC: {{other}} y {{taxId}}.',
  },
  taxId: {
    form: '«{{value}}» no es un RNC (9 dígitos) ni una cédula (11 dígitos).',
    rncCheckDigit: 'El dígito verificador del RNC {{value}} no cuadra.',
    cedulaCheckDigit: 'El dígito verificador de la cédula {{value}} no cuadra.',
  },
  vin: {
    form: '«{{value}}» no es un chasis (VIN) de 17 caracteres (sin I, O ni Q) ni uno corto.',
    short: 'El chasis (VIN) {{value}} es corto, como los de vehículos viejos o del mercado japonés.',
    checkDigit:
      'El dígito verificador del chasis (VIN) {{value}} no cuadra, y en Norteamérica es obligatorio.',
  },
  receipt: {
    missing: 'El documento vino sin NCF.',
    form: '«{{value}}» no tiene forma de NCF ni de e-CF.',
    notation: 'El comprobante vino escrito «{{value}}»; se leyó {{number}}.',
    oldForm: 'El NCF {{value}} es de 19 caracteres, forma que no vale desde mayo de 2018.',
    typeUnknown: 'El comprobante {{value}} es de un tipo que la DGII no tiene.',
    typeMismatch: 'El comprobante {{value}} es de {{type}} y el documento es {{documentType}}.',
    noFiscalCredit: 'El comprobante {{value}} es de consumo: no da derecho a crédito fiscal.',
    prefixMismatch: 'El prefijo o código «{{prefix}}» no corresponde al comprobante {{value}}.',
    expired: 'El comprobante venció el {{expiration}}, antes de la fecha del documento ({{date}}).',
    expirationMissing: 'El comprobante vino sin fecha de vencimiento.',
    modifiedMissing: 'La nota no dice qué comprobante modifica.',
    modifiedForm: '«{{value}}» no es un comprobante que esta nota pueda modificar.',
    duplicate: 'El comprobante {{value}} del mismo emisor ya vino en {{number}}.',
  },
  document: {
    futureDate: 'La fecha del documento, {{date}}, todavía no llega.',
    relatedUnknown: 'El documento que menciona ({{value}}) no se ha recibido.',
    otherAddressee: 'Está emitido a {{value}}, y el RNC de la aseguradora es {{own}}.',
    otherKind:
      'El tipo de emisor ({{value}}) no corresponde a la orden: los suplidores facturan órdenes de compra y los talleres, órdenes de servicio.',
    twoOrders: 'Menciona una orden de compra y una orden de servicio a la vez.',
    currencyUnknown: 'La moneda «{{value}}» no existe: este documento no se suma.',
    currencyNotation: 'La moneda vino escrita «{{value}}»; se leyó como {{own}}.',
  },
  order: {
    overInvoiced:
      'La orden {{number}} es de {{ordered}} y ya va facturada por {{invoiced}}: {{difference}} de más.',
    unknown: 'La orden que menciona ({{value}}) no se ha recibido.',
    cancelled: 'La orden {{number}} está cancelada.',
    otherClaim: 'Es del reclamo {{value}}, pero la orden {{number}} es del reclamo {{claimNumber}}.',
    otherRequest: 'Es de la cotización {{value}}, pero la orden {{number}} es de la cotización {{own}}.',
    otherNumber: 'Menciona la orden {{value}}, pero esa orden es la {{number}}.',
    otherIssuer: 'La emitió {{value}}, pero la orden {{number}} es de {{own}}.',
    otherCurrency:
      'Está en {{value}} y la orden {{number}} en pesos: no se puede comparar ni se resta de la orden.',
    afterDocument: 'Es del {{date}}, anterior a la orden {{number}}, que es del {{otherDate}}.',
    futureDate: 'La fecha de la orden, {{date}}, todavía no llega.',
  },
  creditNote: {
    aboveInvoice:
      'Acredita {{found}}, y de {{number}} solo quedan {{expected}} facturados: {{difference}} de más, que no cuentan.',
    ofCreditNote: 'El documento que acredita, {{number}}, es también una nota de crédito.',
    otherReceipt: 'Modifica el comprobante {{value}}, pero el de {{number}} es {{own}}.',
    otherIssuer: 'La emitió {{value}}, pero {{number}} es de {{own}}.',
    otherOrder: 'Menciona la orden {{value}}, que no es la de {{number}}.',
    otherClaim: 'Es del reclamo {{value}}, pero {{number}} es del reclamo {{own}}.',
    otherCurrency: 'Está en {{value}}, pero {{number}} está en {{own}}.',
  },
  cancellation: {
    otherOrder:
      'Piden cancelarla con {{asked}} {{value}}, y el de esta orden es {{own}}: quizás se trate de otra orden.',
  },
  incident: {
    futureDate: 'La fecha del incidente, {{date}}, todavía no llega.',
    afterReport: 'El incidente es del {{date}}, posterior a su propio reporte, que es del {{otherDate}}.',
    sameVehicleAndDate: 'El reporte {{number}} es del mismo vehículo y de la misma fecha ({{date}}).',
    otherInsurer: 'El reporte es para la aseguradora {{value}}, y el RNC de la nuestra es {{own}}.',
    otherLocalTime:
      'Según la hora UTC se creó el {{otherTime}}, y la hora local dice {{time}}: no concuerdan.',
    vehicleYear: 'El año del vehículo, {{year}}, no es posible.',
    samePosition: 'La foto «{{filename}}» trae la misma posición que «{{otherFilename}}»: {{value}}.',
  },
  photo: {
    same: 'La foto «{{filename}}» es la misma que «{{otherFilename}}» del reporte {{number}}{{others}}.',
    similar:
      'La foto «{{filename}}» se parece mucho a «{{otherFilename}}» del reporte {{number}}{{others}}: difieren en {{distance}} de 64 puntos.',
  },
  policy: {
    unknown: 'La cartera de pólizas no tiene esta póliza con este vehículo: {{policyNumber}}, {{vin}}.',
    notInForce: 'La póliza {{policyNumber}} no estaba vigente el {{date}}.',
    maybeNotInForce:
      'Puede que la póliza {{policyNumber}} no estuviera vigente: el incidente fue el {{date}}, o el {{otherDate}} si su zona horaria llegó por error.',
    excluded: 'El vehículo {{vin}} está excluido de la póliza {{policyNumber}}.',
    premiumUnpaid: 'La prima de la póliza {{policyNumber}} está pendiente de pago.',
    noCoverage: 'La póliza {{policyNumber}} no cubre este tipo de incidente.',
    coverNotChecked:
      'Cobertura no verificada: no se sabe si la póliza {{policyNumber}} cubre este incidente. {{coverReason}}',
  },
} as const;

/** What many lines have in common, after "3 líneas: ". */
export const findingMany = {
  wire: {
    missing: 'faltan datos: {{names}}.',
    null: 'vinieron vacíos: {{names}}.',
    numberAsText: 'vinieron como texto y debían ser números: {{names}}.',
    textAsNumber: 'vinieron como números y debían ser texto: {{names}}.',
    wrongType: '«{{field}}» no tiene el tipo que le toca y no se pudo leer.',
    unknownProperty: 'traen datos que la interfaz no documenta.',
    pascalCase: 'vinieron con mayúscula inicial: {{names}}.',
    notADate: '«{{field}}» debía ser una fecha y no lo es.',
    unreadableElement: 'no se pudieron leer y quedaron fuera.',
    repeatedName: '«{{field}}» vino dos veces; se tomó el último valor.',
  },
  arithmetic: {
    rowPrice: 'el monto no es cantidad por precio.',
    rowTotal: 'el total no es el que dan sus propios montos.',
    negative: 'cantidades o montos bajo cero: {{names}}.',
    tooLarge: 'montos de más de 15 dígitos, que no se comprobaron: {{names}}.',
    taxRate: 'el ITBIS no es de una tasa aceptada para piezas ni mano de obra.',
  },
  quantity: { notPositive: 'cantidad cero o negativa.' },
  price: {
    aboveMaximum: 'precio sobre el máximo del mercado.',
    belowMinimum: 'precio bajo el mínimo del mercado.',
    aboveAverage: 'precio muy sobre el promedio del mercado.',
    marketOutOfOrder: 'los precios de mercado se contradicen.',
  },
  incident: { samePosition: 'traen la posición de otra.' },
  photo: {
    same: 'son las mismas de otros reportes.',
    similar: 'se parecen mucho a las de otros reportes.',
  },
} as const;

/** Terms that the sentences are filled with. */
export const findingTerms = {
  absent: 'sin dato',
  /** Photos of other reports beside the one that is named. */
  others_one: ' (y {{count}} más)',
  others_other: ' (y {{count}} más)',
  /** Of one fault in several places. */
  places: {
    fields_one: '{{shown}} campo',
    fields_other: '{{shown}} campos',
    lines_one: '{{shown}} línea',
    lines_other: '{{shown}} líneas',
    services_one: '{{shown}} servicio',
    services_other: '{{shown}} servicios',
    attachmentsPictures_one: '{{shown}} foto',
    attachmentsPictures_other: '{{shown}} fotos',
    attachmentsDocuments_one: '{{shown}} archivo',
    attachmentsDocuments_other: '{{shown}} archivos',
    attachments_one: '{{shown}} archivo',
    attachments_other: '{{shown}} archivos',
  },
  line: 'Línea {{line}}',
  /** What a revision changed. */
  changes_one: '{{count}} cambio',
  changes_other: '{{count}} cambios',
  noChanges: 'los mismos datos escritos de otra forma',
  noValue: 'vacío',
  added: 'añadida',
  removed: 'quitada',
  rate: ' ({{percent}} %)',
  showChanges: 'Ver los {{count}} cambios',
  changedFrom: 'antes',
  changedTo: 'ahora',
  more_one: 'También en otra línea.',
  more_other: 'También en otras {{count}} líneas.',
  showPlaces: 'Ver cuáles',
  hidePlaces: 'Ocultar',
  firstPlaces: 'Se muestran los primeros {{count}}.',
  /** What the interface's lists say of ids. */
  meaning: {
    documentType: { '1': 'factura', '2': 'nota de crédito' },
    entityType: { '1': 'suplidor', '2': 'taller' },
    incidentReportCategory: { '1': 'intermediario', '2': 'asegurado' },
    incidentReportType: { '1': 'incendio', '2': 'robo', '3': 'colisión', '4': 'cristales', '5': 'otro' },
  },
  atStake: 'Monto en juego',
  compare: 'Comparar',
  wholeBody: 'El registro',
  quoted: '«{{name}}»',
  size: {
    elements: '{{length}} elementos',
    names: '{{length}} campos',
    text: '{{length}} caracteres',
    levels: 'más de {{length}} niveles',
  },
  notExamined: {
    timedOut: 'tomaba demasiado tiempo',
    outOfMemory: 'necesitaba demasiada memoria',
    crashed: 'el examen se interrumpió',
  },
  /** What a cancel call says of its order. */
  asked: {
    orderNumber: 'el número de orden',
    claimNumber: 'el reclamo',
    requestId: 'el número de cotización',
  },
  receiptType: {
    fiscalCredit: 'crédito fiscal',
    consumer: 'consumo',
    debitNote: 'nota de débito',
    creditNote: 'nota de crédito',
    purchases: 'compras',
    singleIncome: 'registro único de ingresos',
    minorExpenses: 'gastos menores',
    specialRegime: 'regímenes especiales',
    government: 'gubernamental',
    exports: 'exportaciones',
    paymentsAbroad: 'pagos al exterior',
  },
  coverReason: {
    noIncidentType: 'El reporte no indica el tipo de incidente.',
    unknownIncidentType: 'El tipo de incidente no es ninguno de la interfaz.',
    noCoverages: 'La cartera no tiene coberturas de este vehículo.',
    unassigned: 'Sin asignar a tipos de incidente: {{codes}}.',
  },
  documentType: { invoice: 'una factura', creditNote: 'una nota de crédito' },
} as const;
