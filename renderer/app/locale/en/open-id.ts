/** Signing in by the office's identity provider. */
export const openId = {
  about:
    'The people of the office sign in also with the account that they have at its provider (Microsoft Entra ID, Google Workspace, Keycloak or another of OpenID Connect). Accounts, roles and limits stay Perito’s own: the provider only says who somebody is.',
  onlyOffice: 'It holds in an office: where other computers open this console (perito serve --console-host).',
  enter: 'Sign in with {{name}}',
  inBrowser: 'Perito’s own program takes passwords alone. To sign in with {{name}}, use a browser.',
  returned: 'Signing in…',
  notIn: 'You are not signed in',
  away: 'The office’s provider does not answer as it should. Try again in a moment, or sign in with your password.',
  notOffered: 'This office has no provider to sign in with any more. Sign in with your password.',
  refused: {
    expired: 'This sign-in was begun elsewhere, has expired or was used already. Begin again.',
    denied: 'The provider did not let you in, or you cancelled it there.',
    notValid:
      'What the provider sent does not hold for this sign-in. Begin again; if it happens again, tell an administrator.',
    noEmail: 'The provider does not vouch for your e-mail. An administrator mends that at the provider.',
    noAccount:
      'No account of Perito has your e-mail, or several have. Ask an administrator to enter it in yours.',
    otherSubject:
      'The account with your e-mail belongs to another user of the provider. If it is yours, an administrator parts it in Settings, People.',
    notAnew:
      'To unlock, the provider had to ask for your password anew, and did not. Use your password of Perito.',
  },
  problem: {
    unreachable: 'The address of the provider cannot be reached.',
    timeout: 'The provider takes too long to answer.',
    tls: 'Perito’s computer does not trust the certificate of the provider.',
    status: 'The provider answered with an error.',
    notOpenId: 'There is no provider of OpenID Connect at this address.',
    otherIssuer: 'The provider calls itself otherwise. Enter the address exactly as it writes it.',
    insecure: 'The provider names an address without encryption.',
    tooLarge: 'The answer of the provider is too large.',
    client: 'The provider does not know this client id, or the secret is another.',
    keychain: 'The keychain does not give the secret. Unlock it and try again.',
  },
  name: 'Name on the sign-in screen',
  nameHelp: 'As the people of the office call it: “Sign in with …”.',
  issuer: 'Address of the provider (issuer)',
  issuerHelp: 'Such as https://login.microsoftonline.com/…/v2.0 or https://accounts.google.com.',
  issuerWrong: 'An https address, without “?” or “#”.',
  issuerOther:
    'With another address the sign-ins made by the provider end, each account is bound anew, and the secret has to be given again.',
  issuerChange: 'Change the provider',
  clientId: 'Client id',
  redirect: 'Redirect address, to be entered at the provider',
  redirectHelp:
    'It is the address by which Perito was opened here. Where desks open it by another name, enter that of that name too.',
  secret: {
    title: 'Client secret',
    about: 'It is kept in the keychain of Perito’s computer, and does not pass through this screen.',
    in: {
      keychain: 'Kept in the keychain',
      memory: 'Kept until Perito stops: the keychain does not work',
      environment: 'Configured on Perito’s computer',
      nowhere: 'None: Perito presents itself as a public client',
    },
    give: 'Give secret',
    change: 'Give another',
    forget: 'Forget',
    forgetText: 'Without it nobody may be able to sign in with {{name}}.',
    none: 'That is not a client secret.',
  },
  test: {
    title: 'Test',
    about: 'Reads what the provider publishes of itself. Nobody signs in, and nothing is kept.',
    button: 'Test now',
    good_one: 'The provider answers ({{count}} ms).',
    good_other: 'The provider answers ({{count}} ms).',
    authorization: 'Sign-in page',
    token: 'Token address',
    algorithms: 'Signatures',
    pkce: 'Yes',
    noPkce: 'It does not say; used all the same',
  },
  remove: 'Remove the provider',
  removeText:
    'Nobody signs in by it any more, and sign-ins made so end. Passwords hold again for everybody; whoever has none needs an invitation.',
  bound: {
    act: 'Provider',
    as: 'Bound to {{email}} at the provider {{when}}.',
    with: 'signs in by the provider',
    passwordOff: 'Sign in by the provider alone',
    passwordOffHelp:
      'Their password of Perito does not hold meanwhile, nor in Perito’s own program. Sign-ins made with a password end, and an open invitation is taken back.',
    lastAdministrator:
      'Another administrator has to be left who signs in with a password: were the provider away, nobody could come in.',
    unbind: 'Part from the provider',
    unbindText:
      'The sign-ins that {{name}} made by the provider end. Next time the account is bound to whoever signs in there with its e-mail.',
    unbound: 'Parted from the provider: {{name}}',
  },
} as const;
