export const archives = {
  /** In the window's title. */
  title: 'Archivo {{name}}',
  band: {
    bundle: 'Archivo · solo lectura',
    copy: 'Copia · solo lectura',
  },
  about: 'hecho el {{when}}',
  aboutCompany: '{{company}}, hecho el {{when}}',
  signature: {
    good: 'Firmado',
    none: 'Sin firma',
    bad: 'La firma no corresponde',
  },
  explain: {
    checking:
      'Lo que se muestra se comprobó al leerlo. Lo demás se lee ahora, para decir si todo el archivo está como se hizo.',
    whole: 'Se leyó cada parte, y está como se hizo.',
    good: 'Lo firmó la clave {{key}}. Compare esta huella con la que muestra la aseguradora en sus ajustes.',
    none: 'Quien lo hizo no lo firmó: no se puede comprobar de quién es.',
    bad: 'Los datos de quién lo hizo fueron cambiados o están dañados.',
  },
  checking: 'Comprobando… {{percent}} %',
  whole: 'Íntegro',
  lost: 'Este archivo ya no se puede leer: se quitó su disco o su carpeta no está. Lo que no se vio antes no se muestra. Ábralo otra vez cuando esté.',
  damagedSoFar_one: 'Una parte de este archivo está dañada y no se muestra. Las demás todavía se comprueban.',
  damagedSoFar_other:
    '{{count}} partes de este archivo están dañadas y no se muestran. Las demás todavía se comprueban.',
  damaged_one: 'Una parte de este archivo está dañada y no se muestra. Lo demás está completo.',
  damaged_other: '{{count}} partes de este archivo están dañadas y no se muestran. Lo demás está completo.',
  showDamaged: 'Ver cuáles',
  hideDamaged: 'Ocultar',
  moreDamaged: 'y {{count}} más',
  undecided: 'Cuando se hizo este archivo no se había decidido.',
  noBook:
    'Este archivo lo hizo un Perito anterior, sin la cartera de pólizas: no dice cómo estaba la póliza ese día.',
  open: {
    button: 'Abrir un archivo de Perito…',
    drop: 'Suelte el archivo aquí para abrirlo, solo lectura',
    tooMany: 'Ya hay cinco archivos abiertos. Cierre uno e inténtelo otra vez.',
    diskFull: 'No hay espacio suficiente en el disco para abrir el archivo.',
    notABundle: 'Eso no es un archivo de Perito (.perito).',
    unreachable: 'Perito no responde: el archivo no se abrió.',
  },
  close: 'Cerrar este archivo',
  link: {
    lost: 'Perito ya no responde: este archivo se cerró, o el programa. Puede cerrar esta ventana.',
  },
};
