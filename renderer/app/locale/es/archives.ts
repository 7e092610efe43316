export const archives = {
  /** In the window's title. */
  title: 'Legajo {{name}}',
  band: {
    bundle: 'Legajo · solo lectura',
    copy: 'Copia · solo lectura',
  },
  about: 'hecho el {{when}}',
  aboutCompany: '{{company}}, hecho el {{when}}',
  signature: {
    good: 'Firmado',
    none: 'Sin firma',
    bad: 'La firma no corresponde',
    lost: 'Firma cortada',
  },
  explain: {
    checking:
      'Lo que se muestra se comprobó al leerlo. Lo demás se lee ahora, para decir si todo el legajo está como se hizo.',
    whole: 'Se leyó cada parte, y está como se hizo.',
    good: 'Lo firmó la clave {{key}}. Compare esta huella con la que muestra la aseguradora en sus ajustes.',
    none: 'Quien lo hizo no lo firmó: no se puede comprobar de quién es.',
    bad: 'Los datos de quién lo hizo fueron cambiados o están dañados.',
    lost: 'Si estaba firmado, y por quién, se perdió con el final del legajo.',
  },
  checking: 'Comprobando… {{percent}} %',
  whole: 'Íntegro',
  lost: 'Este legajo ya no se puede leer: se quitó su disco o su carpeta no está. Lo que no se vio antes no se muestra. Ábralo otra vez cuando esté.',
  cutOff:
    'Este legajo está incompleto: se cortó al copiarlo o descargarlo, y le falta el final. Se muestra lo que quedó. Cópielo otra vez de donde vino.',
  damagedFile: '{{filename}}, de {{owners}}',
  damagedUnnumbered: '{{kind}} (su número no se puede leer)',
  damagedSoFar_one: 'Una parte de este legajo está dañada y no se muestra. Las demás todavía se comprueban.',
  damagedSoFar_other:
    '{{count}} partes de este legajo están dañadas y no se muestran. Las demás todavía se comprueban.',
  damaged_one: 'Una parte de este legajo está dañada y no se muestra. Lo demás está completo.',
  damaged_other: '{{count}} partes de este legajo están dañadas y no se muestran. Lo demás está completo.',
  showDamaged: 'Ver cuáles',
  hideDamaged: 'Ocultar',
  moreDamaged: 'y {{count}} más',
  undecided: 'Cuando se hizo este legajo no se había decidido.',
  noBook:
    'Este legajo lo hizo un Perito anterior, sin la cartera de pólizas: no dice cómo estaba la póliza ese día.',
  open: {
    button: 'Abrir un legajo de Perito…',
    drop: 'Suelte el legajo aquí para abrirlo, solo lectura',
    tooMany: 'Ya hay cinco legajos abiertos. Cierre uno e inténtelo otra vez.',
    diskFull: 'No hay espacio suficiente en el disco para abrir el legajo.',
    notABundle: 'Eso no es un legajo de Perito (.perito).',
    unreachable: 'Perito no responde: el legajo no se abrió.',
  },
  close: 'Cerrar este legajo',
  link: {
    lost: 'Perito ya no responde: este legajo se cerró, o el programa. Puede cerrar esta ventana.',
  },
};
