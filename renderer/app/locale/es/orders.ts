export const orders = {
  facts: {
    marketplaceId: 'Orden en el marketplace',
    batch: 'Lote',
    category: 'Categoría',
    deliverTo: 'Entregar en',
    deliveryDays: 'Entrega',
    createdBy: 'Creada por',
    createdOn: 'Creada',
    deductible: 'Deducible',
  },
  lines: {
    item: 'Pieza',
    service: 'Servicio',
    action: 'Acción',
    quantity: 'Cant.',
    unitPrice: 'Precio',
    market: 'Mercado: mín. – prom. – máx.',
    rowPrice: 'Importe',
    discount: 'Descuento',
    discountShort: 'desc.',
    tax: 'ITBIS',
    total: 'Total',
    repair: 'Reparar',
    replace: 'Reemplazar',
    workshopPrices: 'Taller',
    otherCosts: 'Otros costos',
    servicePrice: 'Precio acordado',
    none: 'La orden vino sin líneas.',
    subtotal: 'Subtotal',
    difference: 'Ajuste',
    grandTotal: 'Total',
    currency: 'Montos en pesos dominicanos (RD$)',
    incomplete: 'Falta algún monto: la suma cuenta solo los que vinieron.',
  },
} as const;

export const finding = {
  wire: {
    missing: 'Faltan datos: {{names}}.',
    null: 'Vinieron vacíos (null): {{names}}.',
    numberAsText: 'Vinieron como texto y debían ser números: {{names}}.',
    textAsNumber: 'Vinieron como números y debían ser texto: {{names}}.',
    wrongType: '«{{field}}» no tiene el tipo que le toca y no se pudo leer.',
    unknownProperty: 'Trae «{{field}}», que la interfaz no documenta.',
    pascalCase: 'Vinieron con mayúscula inicial: {{names}}.',
    dateWithoutZone: '«{{field}}» es una hora UTC y vino sin zona; se tomó como UTC.',
    notADate: '«{{field}}» debía ser una fecha y no lo es.',
  },
  revision: { changed: 'El marketplace volvió a enviarla con otro contenido: es la revisión {{revision}}.' },
} as const;

export const search = {
  label: 'Resultados de «{{query}}»',
  kinds: 'Tipo',
  allKinds: 'De todo tipo',
} as const;
