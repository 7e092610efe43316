/** La carpeta de datos con la que no se puede trabajar: qué se encontró y cómo se sigue. */
export const recovery = {
  title: {
    corrupt: 'El archivo de lo recibido está dañado',
    databaseLost: 'Falta el archivo de lo recibido',
    newerSchema: 'Los datos son de una versión más nueva de Perito',
    databaseOlder: 'La base de datos es de una versión anterior de Perito',
    databaseForeign: 'Hay datos de otra instalación de Perito',
    journalOlder: 'El archivo de lo recibido no es el de esta base de datos',
    notAccessible: 'Perito no puede usar la carpeta de sus datos',
    diskFull: 'El disco de los datos está lleno',
  },
  meaning: {
    corrupt:
      'Perito no puede leer journal.db, donde guarda lo que llega del marketplace y lo que le contestó.',
    databaseLost:
      'Perito ya trabajó con esta carpeta, pero journal.db no está: ahí guarda lo que llega del marketplace y lo que le contestó.',
    newerSchema: 'Este Perito no los entiende, y abrirlos así podría dañarlos.',
    databaseOlder: 'A su lado está lo que recibió una versión más nueva; las dos cosas no van juntas.',
    databaseForeign:
      'journal.db y perito.db no son de la misma instalación; alguno de los dos está fuera de lugar.',
    journalOlder: 'journal.db es más viejo que la base de datos (perito.db), o es de otra.',
    notAccessible: 'La carpeta, o algún archivo en ella, no se puede leer o no se puede escribir.',
    diskFull: 'Sin espacio Perito no puede abrir sus datos ni guardar lo que llegue.',
  },
  wayOut: {
    corrupt:
      'Restaure una copia: lo que hay se conserva aparte, entero. Si tiene el archivo bueno, póngalo en su lugar e intente otra vez.',
    databaseLost:
      'Si el archivo se movió o su disco no está conectado, devuélvalo a su lugar e intente otra vez. Si se perdió, restaure una copia.',
    newerSchema:
      'Instale esa versión y abra Perito con ella. Restaurar una copia más vieja serviría, pero se perdería lo que llegó después.',
    databaseOlder:
      'Ponga la base de datos que corresponde e intente otra vez, o restaure una copia. El detalle técnico dice cómo conservar lo uno o lo otro.',
    databaseForeign:
      'Ponga en su lugar el archivo de esta instalación e intente otra vez, o restaure una copia.',
    journalOlder:
      'Ponga el archivo que corresponde e intente otra vez, o restaure una copia. Si se perdió del todo, el detalle técnico dice cómo seguir.',
    notAccessible:
      'Compruebe que la carpeta existe, que esta cuenta tiene permiso y que ningún otro programa usa sus archivos; luego intente otra vez.',
    diskFull: 'Libere espacio en ese disco e intente otra vez. Nada de lo recibido se perdió.',
  },
  noticed: 'Se notó {{at}}',
  restore: 'Restaurar una copia…',
  hideRestore: 'No restaurar ahora',
  tryAgain: 'Intentar otra vez',
  trying: 'Intentando…',
  tried: {
    same: 'Se intentó otra vez {{at}}, y sigue igual.',
    other: 'Se intentó otra vez {{at}}. Aquello quedó resuelto; ahora impide abrir lo que explica el título.',
  },
  openArchive: 'Abrir un archivo para mirarlo…',
  opening: {
    title: 'Perito se está abriendo',
    meaning: 'Los datos se pueden usar otra vez. Las listas y el receptor vuelven por sí solos.',
  },
  /** Beside the program's name. */
  receiver: 'No se recibe',
  meanwhile: 'Mientras tanto',
  notReceiving:
    'No se recibe nada: el marketplace repite sus llamadas, y se le contesta cuando Perito vuelva.',
  nothingAnswered: 'Nada se aprueba ni se contesta por sí solo.',
  untouched: 'Lo que hay',
  nothingChanged: 'Nada se cambió en la carpeta de los datos. No borre nada de ella.',
  aside: 'Si restaura una copia, lo que hay se aparta completo; no se borra ni se escribe encima.',
};
