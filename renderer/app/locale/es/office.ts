/** El programa de escritorio como escritorio de una oficina. */
export const office = {
  connecting: {
    title: 'Conectando con la oficina',
    text: 'Se espera la respuesta de {{address}}.',
  },
  unreachable: {
    title: 'La oficina no contesta',
    text: 'No se llegó a {{address}}. Puede estar apagada la computadora de la oficina, o este equipo fuera de su red (VPN). Lo que se recibe allí no se pierde.',
  },
  newCertificate: {
    title: '¿Es esta su oficina?',
    text: 'Nadie en quien este equipo confíe responde por {{address}}. Antes de entrar, compare su huella con la que muestra la computadora de la oficina. Hasta entonces no se le envía nada.',
  },
  otherCertificate: {
    title: 'El certificado de la oficina es otro',
    text: '{{address}} ya no muestra el certificado de antes. No se le envió nada: ni su contraseña, ni su sesión.',
    warning:
      'Si nadie le avisó de un certificado nuevo, no siga: alguien en la red puede estar haciéndose pasar por la oficina. Pregunte a quien administra Perito.',
    trust: 'Confiar en el certificado nuevo',
  },
  notPerito: {
    title: 'Ahí no responde la oficina',
    text: 'Lo que responde en {{address}} no es un Perito abierto a una oficina. Revise la dirección y el puerto, o si un proxy contesta en su lugar.',
  },
  otherName: {
    title: 'La oficina responde por otro nombre',
    text: 'La oficina no atiende como {{address}}, sino por los nombres de su certificado. Pida la dirección a quien administra Perito y ábrala con ese nombre.',
  },
  officeOlder: {
    title: 'Falta actualizar el Perito de la oficina',
    text: 'El Perito de {{address}} es más viejo que este programa, y los dos no se entienden. Pida a quien administra Perito que actualice el de la oficina. Mientras tanto puede entrar con un navegador, en la misma dirección.',
  },
  officeNewer: {
    title: 'Falta actualizar este programa',
    text: 'El Perito de {{address}} es más nuevo que este programa, y los dos no se entienden. Actualice Perito en este equipo. Mientras tanto puede entrar con un navegador, en la misma dirección.',
  },
  certificate: {
    fingerprint: 'Huella SHA-256 de lo que responde',
    known: 'Huella SHA-256 de antes',
    where:
      'En la computadora de la oficina, «perito serve» escribe la huella cada vez que arranca; con systemd la muestra «journalctl -u perito». Compárela entera, por teléfono o en persona: no por un correo.',
    subject: 'A nombre de',
    issuer: 'Emitido por',
    until: 'Válido hasta',
    why: 'Por qué este equipo no confía en él',
    fault: {
      authority: 'No lo emitió nadie en quien este equipo confíe.',
      name: 'Es de otro nombre que el de la dirección.',
      expired: 'Ya venció.',
      notYetValid: 'Todavía no vale: revise la fecha de este equipo.',
      other: 'No se pudo comprobar.',
    },
    isSame: 'La comparé: es la misma huella',
    trust: 'Conectar',
  },
  retry: 'Intentar ahora',
  asking: 'Preguntando…',
  retryIn_one: 'Se intenta de nuevo en {{count}} s',
  retryIn_other: 'Se intenta de nuevo en {{count}} s',
  leave: {
    text: 'Perito puede trabajar sin oficina, con datos de este equipo. Los de la oficina se quedan allí.',
    act: 'Usar en este equipo',
    question: 'Se olvidan la oficina y su sesión en este equipo, y Perito se abre de nuevo.',
    confirm: 'Dejar la oficina',
    stay: 'Seguir en la oficina',
  },
  join: {
    offer: '¿La aseguradora ya tiene Perito en otra computadora?',
    act: 'Conectarse a una oficina',
    title: 'Conectarse a una oficina',
    text: 'Perito se abre de nuevo, como escritorio de la oficina. En este equipo no se recibe nada mientras tanto; lo que ya guarda aquí se queda como está.',
    /** En los ajustes, de datos que ya existen. */
    data: 'Este programa puede ser escritorio de una oficina que tiene Perito en otra computadora. Mientras lo sea, los datos de este equipo se quedan aquí, enteros, sin pasar a la oficina ni verse; tampoco se recibe nada aquí ni se hacen respaldos.',
    back: 'Al dejar la oficina, Perito se abre otra vez con los datos de este equipo.',
    backToNextStart:
      'Al dejar la oficina, Perito se abre con la otra carpeta. Para volver a esta, ábralo entonces con',
    address: 'Dirección de la oficina',
    addressHelp: 'Como https://perito.oficina.example:8651. La da quien administra Perito.',
    confirm: 'Conectarse',
    joined: 'Perito se abre de nuevo…',
    fault: {
      noAddress: 'Eso no es una dirección.',
      notSecure: 'A una oficina se entra solo por https.',
      tooMuch: 'Escriba solo el nombre y el puerto, sin nada detrás.',
    },
  },
  elsewhere: 'Se hace en la computadora de la oficina, o desde cualquier escritorio con un navegador.',
  secrets: 'Las claves y contraseñas del receptor no pasan por este programa.',
  encrypted: 'Cifrarlo pide una contraseña, que no pasa por este programa: hágalo con un navegador.',
  settings: {
    title: 'Oficina',
    about: 'Este programa es un escritorio de la oficina: los datos, el receptor y los respaldos están allí.',
    address: 'Dirección',
    signIn: 'Su sesión en este equipo',
    kept: {
      keychain: 'Guardada en el almacén seguro del sistema.',
      memory:
        'Solo hasta que salga de Perito: el almacén seguro del sistema no funciona, y en un archivo no se guarda.',
      none: 'Nadie ha entrado.',
    },
  },
} as const;
