/** Entrar con el proveedor de identidad de la oficina. */
export const openId = {
  about:
    'La gente de la oficina entra también con la cuenta que ya tiene en su proveedor (Microsoft Entra ID, Google Workspace, Keycloak u otro de OpenID Connect). Las cuentas, los roles y los límites siguen siendo los de Perito: el proveedor solo dice quién es.',
  onlyOffice:
    'Vale en una oficina: donde otras computadoras abren esta consola (perito serve --console-host).',
  enter: 'Entrar con {{name}}',
  inBrowser: 'En el programa de Perito se entra con contraseña. Con {{name}} se entra en un navegador.',
  returned: 'Entrando…',
  notIn: 'No se pudo entrar',
  away: 'El proveedor de la oficina no responde bien. Intente en un momento, o entre con su contraseña.',
  notOffered: 'Esta oficina ya no tiene un proveedor para entrar. Entre con su contraseña.',
  refused: {
    expired: 'Esta entrada se empezó en otro lugar, venció o ya se usó. Empiece otra vez.',
    denied: 'El proveedor no le dejó entrar, o usted lo canceló allí.',
    notValid:
      'Lo que envió el proveedor no vale para esta entrada. Empiece otra vez; si se repite, dígaselo a un administrador.',
    noEmail: 'El proveedor no confirma su correo. Un administrador lo corrige en el proveedor.',
    noAccount:
      'Ninguna cuenta de Perito tiene su correo, o lo tienen varias. Pídale a un administrador que lo ponga en la suya.',
    otherSubject:
      'La cuenta con su correo es de otro usuario del proveedor. Si es la suya, un administrador la separa en Ajustes, Personas.',
    notAnew:
      'Para desbloquear, el proveedor tenía que pedirle la contraseña otra vez y no lo hizo. Use su contraseña de Perito.',
  },
  problem: {
    unreachable: 'No se llega a la dirección del proveedor.',
    timeout: 'El proveedor tarda demasiado en responder.',
    tls: 'El certificado del proveedor no es de confianza para la computadora de Perito.',
    status: 'El proveedor respondió con un error.',
    notOpenId: 'En esa dirección no hay un proveedor de OpenID Connect.',
    otherIssuer:
      'El proveedor dice llamarse de otra manera. Ponga la dirección exactamente como él la escribe.',
    insecure: 'El proveedor nombra una dirección sin cifrar.',
    tooLarge: 'La respuesta del proveedor es demasiado grande.',
    client: 'El proveedor no conoce este identificador de cliente, o el secreto es otro.',
    keychain: 'El almacén seguro no entrega el secreto. Desbloquéelo y pruebe otra vez.',
  },
  name: 'Nombre en la pantalla de entrada',
  nameHelp: 'Como lo llama la gente de la oficina: «Entrar con …».',
  issuer: 'Dirección del proveedor (emisor)',
  issuerHelp: 'Como https://login.microsoftonline.com/…/v2.0 o https://accounts.google.com.',
  issuerWrong: 'Una dirección https, sin «?» ni «#».',
  issuerOther:
    'Con otra dirección se cierran las sesiones abiertas con el proveedor, cada cuenta se une de nuevo y hay que poner otra vez el secreto.',
  issuerChange: 'Cambiar de proveedor',
  clientId: 'Identificador de cliente (client id)',
  redirect: 'Dirección de regreso, para ponerla en el proveedor',
  redirectHelp:
    'Es la dirección con que se abrió Perito aquí. Si los escritorios lo abren con otro nombre, ponga también la de ese nombre.',
  secret: {
    title: 'Secreto de cliente',
    about: 'Se guarda en el almacén seguro de la computadora de Perito y no pasa por esta pantalla.',
    in: {
      keychain: 'Guardado en el almacén seguro del sistema',
      memory: 'Guardado hasta que Perito se cierre: el almacén seguro no funciona',
      environment: 'Configurado en la computadora de Perito',
      nowhere: 'No hay: Perito se presenta como cliente público',
    },
    give: 'Poner secreto',
    change: 'Poner otro',
    forget: 'Borrar',
    forgetText: 'Sin él puede que nadie entre con {{name}}.',
    none: 'Eso no es un secreto de cliente.',
  },
  test: {
    title: 'Probar',
    about: 'Lee los datos que el proveedor publica. Nadie entra y nada se guarda.',
    button: 'Probar ahora',
    good_one: 'El proveedor responde ({{count}} ms).',
    good_other: 'El proveedor responde ({{count}} ms).',
    authorization: 'Página de entrada',
    token: 'Dirección de tokens',
    algorithms: 'Firmas',
    pkce: 'Sí',
    noPkce: 'No lo dice; se usa igual',
  },
  remove: 'Quitar el proveedor',
  removeText:
    'Nadie más entrará con él y se cierran las sesiones abiertas así. Las contraseñas vuelven a valer para todos; quien no tenga, necesita una invitación.',
  bound: {
    act: 'Proveedor',
    as: 'Unida a {{email}} en el proveedor {{when}}.',
    with: 'entra con el proveedor',
    passwordOff: 'Entrar solo con el proveedor',
    passwordOffHelp:
      'Su contraseña de Perito no vale mientras tanto, tampoco en el programa de Perito. Se cierran las sesiones abiertas con contraseña y se anula su invitación.',
    lastAdministrator:
      'Tiene que quedar otro administrador que entre con contraseña: si el proveedor falta, nadie podría entrar.',
    unbind: 'Separar del proveedor',
    unbindText:
      'Se cierran las sesiones que {{name}} abrió con el proveedor. La próxima vez la cuenta se une a quien entre allí con su correo.',
    unbound: 'Separada del proveedor: {{name}}',
  },
} as const;
