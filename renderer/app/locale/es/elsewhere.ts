export const elsewhere = {
  title: 'En otros reclamos',
  about: 'lo que este expediente comparte con otros',
  reason: {
    photo: 'Foto',
    vin: 'El mismo chasis (VIN)',
    plate: 'La misma placa',
    identity: 'La misma Cédula',
    phone: 'El mismo teléfono',
    policy: 'La misma póliza',
    insured: 'El mismo nombre del asegurado, que puede ser de otra persona',
  },
  samePhoto: 'La misma foto',
  likePhoto: 'Una foto muy parecida',
  compare: 'Comparar',
  more_one: 'Hay más; se muestra el más reciente.',
  more_other: 'Hay más; se muestran los {{count}} más recientes.',
  openClaimFile: 'Ver su expediente: {{by}} {{value}}',
} as const;
