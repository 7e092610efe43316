export const database = {
  about: 'Where everything is that Perito keeps, whether that is sound, and what would be lost if it broke.',
  files: {
    title: "In files of Perito's computer",
    text: "The data are in Perito's folder. They need no server; backups and the second copy protect them.",
    journal: 'What arrived',
    database: 'Lists and what you did',
    free: 'Free on the disk',
    grow: 'When one computer is not enough, the same data go to a PostgreSQL server, and another Perito takes the place of this one if it fails. The guide for offices says how, step by step.',
    command: 'The command that moves them, while Perito is closed; the address is an example',
    exampleHost: 'db.office.example',
  },
  band: {
    waits:
      'Nothing is answered: the database waits for a synchronous replica that is not connected. The marketplace has to repeat its calls.',
    asynchronous:
      'The replica of the database is asynchronous: if its server breaks, the last that was answered is lost.',
    see: 'See what to do',
  },
  unreachable: {
    title: 'The database server does not answer',
    text: 'Nothing that was answered is lost: calls are answered 503, and the marketplace sends again. Perito tries again by itself. Check that the server is on, and that the network reaches {{host}}, port {{port}}.',
    textOfSeveral:
      'Nothing that was answered is lost: calls are answered 503, and the marketplace sends again. Perito tries again by itself. Check that one of its servers is on and takes writing, and that the network reaches it: {{hosts}}.',
  },
  server: {
    title: 'Server',
    version: 'Version',
    postgres: 'PostgreSQL {{version}}',
    since: 'Running since',
    host: 'Computer and port',
    database: 'Database',
    schema: 'Schema',
    user: 'User',
    size: 'Size',
    hidden: 'This user may not see it',
  },
  engines: {
    title: 'Engines of Perito',
    leads: 'Leads',
    here: 'the one that answers',
    since: 'since {{when}}',
    standsBy: 'Stands by',
    heard: 'last heard of {{when}}',
    gone: 'Not heard of',
    none: 'None leads right now: the one that stands by takes the place within seconds.',
    waits: 'None leads: whoever takes the place has to wait for the missing synchronous replica.',
    alone:
      'No other engine stands by: if the computer of the one that leads fails, nothing is received until somebody starts Perito on another.',
    aloneDo:
      'So that another takes the place by itself, start on a second computer, with a data folder of its own:',
    command: 'The command of the second engine',
    asService:
      'Where Perito runs as a service, these same options go into the ExecStart of the unit on the second computer (docs/office.md, “From there to PostgreSQL”, step 6).',
  },
  takeOver: {
    planned: 'Another engine of Perito has led {{since}}: {{before}} handed over to {{leader}}.',
    unplanned:
      'Another engine of Perito has led {{since}}: {{leader}} took the place of {{before}}, which was not heard of any more.',
    nothingLost: 'Nothing that was answered was lost.',
    serverReplaced:
      'The database is on a replica now, too: if that was synchronous, nothing that was answered was lost.',
    afterPlanned: 'in place of {{before}}, which handed over; nobody led for {{long}}',
    afterUnplanned: 'in place of {{before}}, which had not been heard of for {{long}}',
    do: 'See why {{before}} did not come back (systemctl status perito on that computer), and start it again.',
    where: 'Whoever administers sees the engines in Settings, Database.',
    see: 'See the engines',
    read: 'Got it',
  },
  replication: {
    title: 'Replicas of the database',
    synchronous: {
      title: 'Synchronous: nothing that was answered is lost if this server breaks',
      text: 'Each answer waits until a second server has it on its disk.',
    },
    waits: {
      title: 'Nothing is answered: synchronous replicas are missing',
      text: 'The server waits for the replicas that “{{names}}” asks for, and not as many are connected as it takes. Switch on the one that is missing, or check its network. If it does not come back, ask for one less in synchronous_standby_names. If none is left there, calls are answered, but what is new is lost if this server breaks.',
    },
    asynchronous: {
      title: 'Asynchronous: if this server breaks, the last that was answered is lost',
      text: 'The replica does not confirm before each answer: with more load or a slow network, more is lost. Right now it lacks: {{behind}}. The marketplace does not send again what it had an answer to.',
    },
    none: {
      title: 'No replica: if this server breaks, everything since its last backup is lost',
      text: 'No other server follows this one. The marketplace does not send again what it had an answer to. A managed service may copy below it: that is not seen from here, ask whoever offers it.',
    },
    hidden: {
      title: 'Nobody knows whether there is a replica: this user may not see it',
      text: 'Whoever administers the server can allow it by this command. It gives access to nobody’s data.',
    },
    nothing: 'nothing',
    behindSize: '{{bytes}} ({{seconds}} s)',
    makeSynchronous: 'To make it synchronous, whoever administers the server runs',
    nameFirst:
      'To be synchronous the replica needs a name: application_name in its primary_conninfo. pg_receivewal will not do: it keeps the changes, but is no server that could go on in its place.',
    makeFirst: 'First put a second server that follows it (pg_basebackup); the guide for offices says how.',
    grant: 'The command that allows it',
    name: 'Replica',
    state: 'State',
    behind: 'Lacks',
    unnamed: 'without a name',
    of: {
      sync: 'Synchronous',
      quorum: 'Synchronous',
      potential: 'Synchronous if another fails',
      async: 'Asynchronous',
      unknown: 'Not seen',
    },
    catchingUp: 'catching up',
  },
  connections: {
    title: 'Connections',
    used: '{{used}} of {{limit}} in use',
    own: '{{own}} of Perito',
    full: 'Few connections are left. When they are used up, Perito answers 503 until there is one. Close programs that hold them, or raise max_connections and restart the server.',
  },
  statements: {
    title: 'Slow queries',
    about: 'Those that take {{limit}} ms or more on the average. Without the values.',
    none: 'No query of Perito takes {{limit}} ms or more on the average.',
    mean: 'Average',
    max: 'Longest',
    calls: 'Times',
    text: 'Query',
    milliseconds: '{{value}} ms',
    do: 'If they stay slow, have whoever administers the server look at its disk and memory (shared_buffers) and run ANALYZE.',
    notInstalled:
      'The server does not note them. To see them, whoever administers it puts pg_stat_statements into shared_preload_libraries, restarts it, and runs:',
    notLoaded:
      'The extension is installed, but the server was started without it. Put pg_stat_statements into shared_preload_libraries and restart it.',
    refused: 'This user may not see them. Whoever administers the server can allow it:',
    command: 'The command that shows them',
  },
  attachments: {
    title: 'Photos and documents',
    text: "Each is stored there before it counts as downloaded; Perito's computer keeps copies of what was used lately.",
    folder: 'Shared folder',
    bucket: 'Bucket and prefix',
    endpoint: 'Store',
    region: 'Region',
    reached: 'Last reached',
    notYet: 'Not yet',
    away: 'The place of photos and documents cannot be used',
    since: 'Since {{when}}. What arrives waits and is stored by itself afterwards; receiving goes on.',
    problem: {
      away: 'It cannot be reached. Check that the folder is mounted, or that the store is on and the network leads there.',
      slow: 'It does not answer. Check the server of the folder, or the store, and the network.',
      refused:
        "It refuses the account that runs Perito, or its keys. Check the rights of the folder, or the keys (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), the clock of Perito's computer and the certificate of the store.",
      full: 'It is full. Make room there.',
      readOnly: 'It may only be read. Have it mounted so that the account that runs Perito can write.',
      notMarked:
        'What is there is empty: the folder is not mounted, or this is another one. Nothing is written to it before its own marker is there again.',
      foreign:
        'It is the place of another installation, or one from before a move. Start Perito with --attachments and the right one.',
      other: 'See the words of the system.',
    },
  },
  care: {
    title: 'Versions and backups',
    version: 'Perito',
    schema: 'Schema of the data',
    schemas: '{{store}} (journal {{journal}})',
    backup: 'Last backup by Perito',
    noBackup: 'None',
    check: 'Last verified whole',
    noCheck: 'Never',
    backupServer:
      'Whoever administers the server backs this database up: pg_dump, or a base backup with the WAL that is kept since, to go back to an exact moment. Besides, Backups makes a portable copy of Perito, which is restored without a server as well.',
    toBackups: 'Go to Backups',
    toCheck: 'Go to Verification',
  },
};
