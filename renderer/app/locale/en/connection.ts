export const connection = {
  about:
    'To listen is one thing, and that the marketplace gets this far is another. Here each is seen apart, with what to do so that it does.',
  tabs: {
    label: 'Parts of the connection',
    state: 'State',
    ways: 'Ways in',
    tests: 'Test calls',
  },
  now: {
    title: 'How it stands',
    listens: 'Listens',
    listening: 'Yes, at',
    noKey: 'But there is no key: until there is one, no call is answered.',
    reached: 'Calls come from outside',
    seen: 'Yes. The last one: {{when}}.',
    unproven: 'Not known. Nobody has called from outside since Perito started.',
    doubtful: 'It seems not. Nobody has called from outside since Perito started.',
    checkedGood: 'The last check got here ({{when}}).',
    checkedInside: 'The last check got here, but inside the network only ({{when}}).',
    checkedBad: 'The last check did not get here: “{{step}}” failed ({{when}}).',
  },
  give: {
    title: 'What to give the marketplace',
    url: 'Base address',
    notPublic: 'The public address is missing',
    missing:
      'There is nothing to give yet: the address that the marketplace will call is missing. Choose how it will come in, in “Ways in”, and type the address that results below. Until then only a program on Perito’s computer can use:',
    missingNetwork:
      'There is nothing to give yet: the address that the marketplace will call is missing. Choose how it will come in, in “Ways in”, and type the address that results below. Until then this works inside this network only:',
    inside:
      'This address exists inside the office only: from the Internet the marketplace does not get to it.',
    gone: 'The secret of these keys is no longer here: if the marketplace does not have it yet, make another.',
    plain: 'Without HTTPS the key travels in sight of whoever is on the way. Give an address with https.',
    header: 'Header of every call',
    headerNote: 'Its value is the key in Base64: e-mail, colon, secret.',
    keys: 'Key',
    keysNote: 'The secret is never shown here: it passes through the clipboard or a page that works once.',
    noKey: 'The key is missing: until there is one, no call is served.',
    makeKey: 'Make a key',
    kept: 'Hand over the key',
    notKept: 'Its secret is not kept here',
    cancelNote: 'Tell them as well to wait up to {{seconds}} seconds for the answer to a cancellation.',
  },
  form: {
    title: 'Public address and proxies',
    publicUrl: 'Public address',
    publicUrlHelp:
      'The one that the marketplace is given, for example https://perito.insurer.example. Empty while it is not known.',
    publicUrlWrong: 'Type it whole, from https:// on, without a user and without ? or #.',
    trusted: 'Trusted proxies',
    trustedHelp:
      'If calls pass through a proxy or a tunnel of yours first, its address (127.0.0.1 if it is on Perito’s computer) or its network (10.0.0.0/8), one a line. Only these are believed as to who called (X-Forwarded-For). Empty if they pass through none.',
    trustedWrong: 'On each line: an IP address, or a network such as 10.0.0.0/8. 50 at most.',
    given: 'Until Perito is closed the address counts that was named when it was started: {{url}}',
  },
  check: {
    title: 'Check the public address',
    about:
      'Perito calls itself at its public address, step by step, as the marketplace would. Nothing is registered.',
    none: 'Type and save the public address first: without it there is nothing to call.',
    start: 'Check',
    again: 'Check again',
    cancel: 'Stop',
    running: 'Checking {{url}}…',
    of: '{{url}} · {{when}}',
    stopped: 'It was stopped before its end.',
    failed: 'It could not be checked: {{why}}',
    waiting: 'Waiting',
    trying: 'Trying…',
    notTried: 'Not tried: a step before it failed.',
    good: 'The whole way works: the call went round by the public address and came back to this Perito.',
    goodInside:
      'The way works inside this network. It proves nothing of outside: the address that was found here cannot be seen from the Internet.',
    goodProxy:
      'The call arrives, but Perito does not know from whom. Mend the proxy step before you give it out.',
    bad: 'A call of the marketplace would not be served: “{{step}}” fails. Mend it and check again.',
    hairpin:
      'The check is made from inside. Many routers do not lead calls to their own address back inside: they fail here and do come in from outside. The last call from outside decides then:',
  },
  step: {
    name: 'Name',
    route: 'Route',
    port: 'Port',
    certificate: 'Certificate',
    nonce: 'Who answers',
    proxy: 'From whom it comes',
    key: 'Key',
  },
  result: { ok: 'good', failed: 'fails', notTried: 'not tried' },
  ok: {
    name: 'The address leads to:',
    route: 'There is a route to it.',
    port: 'Somebody serves the port:',
    certificate: 'The certificate holds for this address until {{date}}.',
    certificateNoDate: 'The certificate holds for this address.',
    nonce: 'It is this Perito that answers.',
    proxy: 'Perito sees who called:',
    key: 'A false key is refused and the true one gets in.',
  },
  reason: {
    nameUnknown: {
      what: 'That name does not exist on the Internet.',
      todo: 'Check its spelling, or make the A record with the public address of the office where the domain was bought.',
    },
    nameNotAnswered: {
      what: 'Nobody said to which address the name leads.',
      todo: 'Check the Internet connection of Perito’s computer and its DNS server, and check again.',
    },
    onlyInside: {
      what: 'Seen from here, the address leads to a place that exists inside the network only.',
      todo: 'From outside it is reached only if the same name leads to a public address there. Look from a telephone that is not on the Wi-Fi of the office.',
    },
    timedOut: {
      what: 'Nobody answered at that address in time.',
      todo: 'Check that the router forwards the port to Perito’s computer and that no firewall closes it. From inside this does not prove that it cannot be reached from outside.',
    },
    unreachable: {
      what: 'There is no route from Perito’s computer to that address.',
      todo: 'Check the Internet connection of that computer and that the address is that of the office.',
    },
    refused: {
      what: 'The computer at that address answers, but nobody serves that port.',
      todo: 'Check that the router or the proxy leads that port to Perito’s computer, and that Perito listens. If the address is that of the router itself, it may refuse from inside only.',
    },
    plainHttp: {
      what: 'The address is http: the key and the claims travel unencrypted.',
      todo: 'Good enough to try. Before you give it out, add HTTPS: a certificate of your own, a proxy or a tunnel.',
    },
    notTls: {
      what: 'What serves that port does not speak HTTPS.',
      todo: 'The address says https, but the port leads to an http service. Put the certificate in Receiver and HTTPS, or lead the port to the proxy that has it.',
    },
    expired: {
      what: 'The certificate has expired: the marketplace refuses the call.',
      todo: 'Renew it and put the new one in the same place.',
    },
    notYetValid: {
      what: 'The certificate is not valid yet.',
      todo: 'Check the date and time of Perito’s computer, or wait until it begins.',
    },
    wrongHost: {
      what: 'The certificate is for another name: it does not hold for this address.',
      todo: 'Ask for one with this name, or correct the public address.',
    },
    selfSigned: {
      what: 'The certificate signed itself: the marketplace will refuse it.',
      todo: 'Use one of a recognised authority; the trial one is for trials only.',
    },
    unknownAuthority: {
      what: 'The certificate is of an authority that Perito’s computer does not trust.',
      todo: 'Use one of a recognised authority. One of your own serves only if the marketplace trusts it.',
    },
    chainIncomplete: {
      what: 'The intermediate certificate of whoever issued it is missing.',
      todo: 'Add to the file the intermediates that the authority gave you (often called fullchain).',
    },
    tlsFailed: {
      what: 'No secure connection could be agreed on.',
      todo: 'Whoever serves must offer TLS 1.2 or later. What the system said stands beside it.',
    },
    redirected: {
      what: 'Whoever serves sends the call to another address. The marketplace does not follow it.',
      todo: 'Give as the public address the one it sends to, or take the redirect out of the proxy.',
    },
    proxyWithoutPerito: {
      what: 'The proxy answers, but does not reach Perito.',
      todo: 'Check in the proxy the address and port of Perito, and that Perito listens there.',
    },
    otherProgram: {
      what: 'Another program answers, not this Perito.',
      todo: 'Check to which computer and port the router or the proxy leads. If the address is that of the router, it may be its own page, which does not show outside.',
    },
    noAnswer: {
      what: 'The connection was cut without an answer.',
      todo: 'Check what is between the Internet and Perito: proxy, firewall, antivirus. Then check again.',
    },
    proxyNotTrusted: {
      what: 'The call came through a proxy that is not among the trusted ones: to Perito all calls come from it.',
      todo: 'If the proxy is yours, add its address to the trusted proxies. Then it is seen who calls, and tries with wrong keys are counted for each apart.',
    },
    proxySaysNothing: {
      what: 'The trusted proxy does not say who called: to Perito all calls come from it.',
      todo: 'Have the proxy set X-Forwarded-For, as in the examples of “Ways in”.',
    },
    noKey: {
      what: 'The call arrives, but no key is live: every call is refused.',
      todo: 'Make a key in Marketplace keys and hand it over.',
    },
    keyNotHere: {
      what: 'The call arrives. The key was not tried: Perito does not keep its secret.',
      todo: 'That hinders nothing: the marketplace can call with it. To try it here it would have to be one that Perito keeps.',
    },
    keyNotPassed: {
      what: 'The call arrives, but the key is lost on the way.',
      todo: 'The proxy or tunnel must pass the X-API-KEY header on untouched, and ask for no password of its own.',
    },
  },
  outside: {
    title: 'Last call from outside',
    about: 'From any computer but Perito’s own, since Perito started. Perito’s own test calls do not count.',
    nobody: 'Nobody has called from outside since Perito started.',
    when: 'When',
    from: 'From whom',
    through: 'Which way',
    straight: 'With no trusted proxy',
    proxy: 'Through the proxy {{address}}',
    key: 'With a key',
    withKey: 'Valid: it was the marketplace, or whoever has its key',
    withoutKey: 'With no valid key: it was refused',
    called: 'What it called',
    inside: 'It comes from an inside address: it does not prove that the Internet gets here.',
  },
  endpoint: {
    policyLookup: 'Policy lookup',
    balance: 'Balance lookup',
    purchaseOrder: 'Purchase order',
    serviceOrder: 'Service order',
    incidentReport: 'Incident report',
    financialDocument: 'Invoice or note',
    cancelPurchaseOrder: 'Cancellation of a purchase order',
    cancelServiceOrder: 'Cancellation of a service order',
    openApi: 'Description of the interface',
    other: 'Something else, which Perito does not have',
  },
  listening: {
    title: 'At which addresses it listens',
    nowhere: 'At none: the receiver is not open.',
    configure: 'Change address, port or certificate',
    scope: {
      loopback: 'Programs on Perito’s computer only',
      linkLocal: 'The same stretch of network only, without a router',
      private: 'Computers of this network; from the Internet only if the router forwards',
      shared: 'An address that the provider shares among many customers: the Internet does not get here',
      tailnet: 'Computers of your Tailscale network',
      public: 'Anybody on the Internet, if no firewall closes it',
    },
    others: 'Perito’s computer has these too: {{addresses}}. It does not listen there.',
  },
  holder: {
    title: 'The port is taken',
    known: 'Port {{port}} is held by {{program}} (process {{id}}).',
    process: 'Port {{port}} is held by process {{id}}.',
    unknown:
      'Port {{port}} is held by another program; the system does not tell the account that runs Perito which. An administrator sees it with:',
    todo: 'Close that program if it is not needed, or choose another port for Perito. If it is another Perito, close one of the two.',
    change: 'Choose another port',
  },
  firewall: {
    title: 'Firewall of Perito’s computer',
    command: 'Command for the firewall',
    never:
      'Perito never changes it: copy the command, and have whoever looks after the computer run it as an administrator.',
    local: 'Perito takes calls from its own computer only: the firewall has nothing to let in.',
    state: {
      on: '{{name}} is on. To let calls in to port {{port}}:',
      off: '{{name}} is off: it closes nothing. It is better turned on, with port {{port}} alone left open.',
      unknown: 'Whether {{name}} is on is not known. If it is, to let calls in to port {{port}}:',
    },
    nftables:
      'There are rules of nftables. Look at them and add one that accepts TCP to port {{port}}; its table has the name that somebody gave it. They are seen with:',
    none: 'No known firewall was found. If there is another (of an antivirus, say), have it let TCP in to port {{port}}.',
    windows:
      'Perito’s installer leaves a rule “Perito” for private and domain networks already, never for public ones. This command is needed if it was deleted, or Perito was not installed by it; it holds for the same networks. If Windows takes your network for a public one, mark it as private. Paste it into PowerShell:',
    names: {
      ufw: 'ufw',
      firewalld: 'firewalld',
      windows: 'The firewall of Windows',
      macos: 'The firewall of macOS',
    },
  },
  ways: {
    about:
      'The marketplace has to be able to call Perito from the Internet. There are three ways; the steps carry the data of its computer. If you do not know which to choose: the tunnel serves in nearly any office and leaves the router alone; with a certificate of your own nobody but you sees the data.',
    which: 'Way in',
    sees: 'Who sees the data',
    changes: 'If the address changes',
    needs: 'What it takes',
    steps: 'Steps',
    noHost:
      'The examples have perito.aseguradora.example where your name goes: save it as the public address and it stands there by itself.',
    last: 'Type the address in State, Public address, and press Check.',
    port: 'Its address is http:// until there is a certificate; do not give it out like that.',
    forward: {
      name: 'Own certificate and a port of the router',
      sees: 'Nobody on the way: the encryption ends at Perito.',
      changes:
        'If the provider changes the address of the office, the name no longer leads here until it is corrected. Ask for a fixed address, or use a dynamic DNS that the router updates by itself.',
      needs: 'A public address of your own, a name, and a certificate of a recognised authority.',
      shared:
        'It will not work here: {{address}} is an address that the provider shares among many customers (CGNAT) and no router can forward it. Ask the provider for a public one, or use a tunnel.',
      compare:
        'Compare the WAN address that the router shows with the one that the Internet sees (at ifconfig.me, say). If they differ, or it begins with 10., 172.16. to 172.31., 192.168. or 100.64. to 100.127., the provider shares it and this way does not serve.',
      listen:
        'Have Perito listen to the whole network: in Receiver and HTTPS, address 0.0.0.0. Now it listens at {{address}} only.',
      certificate: 'In Receiver and HTTPS, put in the certificate and its key, in the name of {{host}}.',
      certificateDone: 'The certificate is there already.',
      fixed: 'In the router, reserve the address {{address}} for Perito’s computer (DHCP), so that it stays.',
      fixedUnknown: 'In the router, reserve a fixed address for Perito’s computer (DHCP).',
      rule: 'In the router, add this port forwarding:',
      thisComputer: 'address-of-peritos-computer',
      ruleName: 'Forwarding in the router',
      firewall: 'On Perito’s computer, let calls in through the firewall: the command is in State.',
      dns: 'Where the domain was bought, make an A record for {{host}} with the public address of the office.',
    },
    proxy: {
      name: 'Reverse proxy',
      sees: 'The computer of the proxy: the encryption ends there and all is seen, the key included. It should be yours.',
      changes:
        'As with the port of the router if the proxy is in the office. On a rented server with a fixed address it does not change.',
      needs:
        'A proxy: a program that takes the calls with a certificate of its own (Caddy gets it by itself) and passes them on to Perito. Its address goes among the trusted proxies. Where the provider shares the address (CGNAT), a proxy in the office does not serve either.',
      here: 'These examples are for a proxy on Perito’s own computer. Perito goes on listening at {{url}} and the encryption ends in the proxy.',
      elsewhere:
        'If the proxy is on another computer, put the address of Perito’s computer into the example in place of 127.0.0.1, and that of the proxy among the trusted proxies.',
      trust: 'For Perito to believe the proxy as to who calls, add 127.0.0.1 to the trusted proxies.',
      trustButton: 'Trust 127.0.0.1',
      trusted: 'The trusted proxies are set already: {{list}}.',
      write: 'Write one of these two into the proxy and reload it.',
      caddy: 'Caddyfile',
      nginx: 'Site of nginx',
      nginxFiles: 'Change the two paths to those of your certificate.',
      why: 'A body may have {{mebibytes}} MiB and a cancellation may be held for up to {{hold}} s: hence the limit and the {{wait}} s of waiting.',
    },
    tunnel: {
      name: 'Tunnel',
      sees: 'With Cloudflare, Cloudflare too: the encryption ends on their computers, abroad. With Tailscale Funnel it ends on Perito’s computer and nobody between sees anything. Bear it in mind: these are personal data (Law\u00a0172-\u206013).',
      changes:
        'It does not matter: the tunnel goes from here outwards. The address is that of the tunnel and stays; the one of a quick trial changes each time and is not given to the marketplace.',
      needs:
        'An account with a tunnel service and its program on Perito’s computer: it opens the way from inside, and calls come in by it. It serves even where the provider shares the address (CGNAT), with router and firewall untouched.',
      local: 'Perito may go on serving the programs of its own computer only ({{url}}).',
      trust:
        'The tunnel’s program calls from 127.0.0.1 and says who called: add 127.0.0.1 to the trusted proxies.',
      cloudflared: 'cloudflared',
      tailscale: 'Tailscale Funnel',
      either: 'Start one of these two, as a service so that it comes back when the computer restarts.',
      cloudflareLimit:
        'Cloudflare cuts after 100 s without an answer and at 100 MB of body: enough for Perito.',
      tailscaleName: 'Tailscale tells the address when it starts: https://computer.net.ts.net.',
    },
  },
  tests: {
    about:
      'A real call to this receiver, with a live key. Nothing is registered: lookups ask for a policy that nobody has, and the rest is sent wrong on purpose, so that it is refused.',
    endpoint: 'What to call',
    over: 'Which way',
    listening: 'Where it listens',
    public: 'By the public address',
    publicNone: 'To call by the public address, type it in State first.',
    call: 'Call',
    calling: 'Calling…',
    called: 'Called',
    at: 'At the network address',
    status: 'Answer',
    time: 'It took',
    milliseconds: '{{time}} ms',
    sent: 'Body sent',
    nothingSent: 'None',
    headers: 'Headers of the answer',
    body: 'Body of the answer',
    cut: 'Only its beginning: it is longer.',
    registered: 'Nothing was registered, and it does not count as a call of the marketplace.',
    asMeant: 'It is the answer that this test expects: the call arrived and the receiver answered.',
    notAsMeant:
      'The call got to somebody, but it is not the answer that this test gives where all is well ({{status}}). What is below says why.',
    notListening: 'The receiver does not listen: there is nobody to call.',
    noSecret:
      'No live key has its secret kept here, and without one nothing can be tried. Make another in Marketplace keys.',
    notReached: 'The call did not arrive.',
  },
};
