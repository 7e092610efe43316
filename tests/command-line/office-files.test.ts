/** What an office is given to be put in place: a unit's drop-in and a container's files name what there is. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { databaseAddressOf } from '../../main/engine/store/postgres/address.ts';
import { cli } from '../built-program.ts';
import { shellBlock } from '../guides.ts';
import { filledFolder } from './filled-folder.ts';
import { served, temporaryFolder } from './perito.ts';

const at = (file: string) => fileURLToPath(new URL(`../../docs/service/${file}`, import.meta.url));
const textOf = (file: string) => readFileSync(at(file), 'utf8');

const composed = z.object({
  services: z.object({
    perito: z.looseObject({
      build: z.object({ context: z.string(), dockerfile: z.string() }),
      command: z.array(z.string()),
      environment: z.object({
        CREDENTIALS_DIRECTORY: z.string(),
        TMPDIR: z.string(),
        NODE_EXTRA_CA_CERTS: z.string().optional(),
      }),
      env_file: z.array(z.string()).optional(),
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
      ports: z.array(z.string()),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
/** What an office takes the `#` off, where its data are in PostgreSQL. */
const behindComment = /^( *)# ((?:- |NODE_EXTRA_CA_CERTS: |env_file: | {2}file: )\S.*|[\w.-]+:)$/gm;
const composeAsItIs = textOf('compose.yaml');
const compose = composed.parse(parse(composeAsItIs));
const composeWithDatabase = composed.parse(parse(composeAsItIs.replace(behindComment, '$1$2')));
const inContainer = ({ services: { perito } }: typeof compose) =>
  readServeOptions(perito.command.slice(1), {});

/** What a built file imports or requires by the name of a package. */
const loading = /(?:^(?:import|export)\b[^'"\n]*|\b(?:import|require)\(\s*)["']([^."'#/\s][^"'\s]*)["']/gm;

test.each([
  ['as its file is', compose],
  ['with what is for PostgreSQL', composeWithDatabase],
])(
  'the container serves an office by the options of the command line, its secrets and its volume, %s',
  (_, compose) => {
    const { perito } = compose.services;
    expect(perito.command[0]).toBe('serve');
    const { engine, consoleBeyond, consolePort } = inContainer(compose);
    expect(engine).toMatchObject({ isOffice: true, receiver: { address: '0.0.0.0' } });
    expect(consoleBeyond?.files).toEqual({
      mode: 'pem',
      certificateFile: '/run/secrets/console.pem',
      keyFile: '/run/secrets/console-key.pem',
    });
    expect(perito.secrets).toEqual(Object.keys(compose.secrets));
    expect(perito.environment.CREDENTIALS_DIRECTORY).toBe('/run/secrets');
    // The data, and what a backup of a database is put together in.
    expect(perito.volumes).toEqual([`perito:${engine.dataDir}`, `scratch:${perito.environment.TMPDIR}`]);
    expect(Object.keys(compose.volumes)).toEqual(['perito', 'scratch']);
    expect(perito.ports).toEqual(['8650:8650', `${consolePort}:${consolePort}`]);
  },
);

const addressOfDatabase = 'postgresql://perito@db.office.example/perito';

test('with what is for PostgreSQL the container finds its database, and is given the password and authority of it', () => {
  const { perito } = composeWithDatabase.services;
  const { database, engine } = inContainer(composeWithDatabase);
  expect(database).toBe(addressOfDatabase);
  expect(engine.attachments?.place).toMatch(/^s3:/);
  expect(perito.secrets).toEqual(expect.arrayContaining(['database-password', 'office-ca.pem']));
  expect(perito.environment.NODE_EXTRA_CA_CERTS).toBe('/run/secrets/office-ca.pem');
  expect(perito.env_file).toEqual(['./bucket-keys']);
  expect(inContainer(compose).database).toBeUndefined();
});

const servicesWithServer = z.object({
  perito: z.looseObject({
    command: z.array(z.string()),
    environment: z.object({ NODE_EXTRA_CA_CERTS: z.string() }),
    secrets: z.array(z.string()),
    networks: z.array(z.string()),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })),
  }),
  db: z.looseObject({
    image: z.string(),
    command: z.array(z.string()),
    environment: z.object({ POSTGRES_PASSWORD_FILE: z.string(), POSTGRES_INITDB_ARGS: z.string() }),
    secrets: z.array(z.string()),
    volumes: z.array(z.string()),
    networks: z.record(z.string(), z.object({ aliases: z.array(z.string()) })),
    ports: z.array(z.string()).optional(),
    healthcheck: z.looseObject({ test: z.array(z.string()) }),
  }),
});
const { services: withServer, ...ofServer } = z
  .object({
    services: servicesWithServer,
    networks: z.record(z.string(), z.looseObject({ internal: z.boolean() })),
    volumes: z.record(z.string(), z.null()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(textOf('compose-postgres.yaml')));

test('the container beside a PostgreSQL of its own serves what the other serves, with its data there by the name of its certificate', () => {
  const { perito, db } = withServer;
  const given = readServeOptions(perito.command.slice(1), {});
  expect(given).toEqual({ ...inContainer(compose), database: addressOfDatabase });
  const [network = '', ...others] = Object.keys(db.networks);
  expect([others, ofServer.networks[network]?.internal, db.ports]).toEqual([[], true, undefined]);
  expect(perito.networks).toEqual(['default', network]);
  expect(db.networks[network]?.aliases).toEqual([new URL(addressOfDatabase).hostname]);
  expect(perito.depends_on).toEqual({ db: { condition: 'service_healthy' } });
  // Perito reads its password by this name in the folder of its credentials.
  expect(perito.secrets).toEqual(['database-password', 'office-ca.pem']);
  expect(perito.environment.NODE_EXTRA_CA_CERTS).toBe('/run/secrets/office-ca.pem');
  expect(db.healthcheck.test).toEqual([
    'CMD',
    'pg_isready',
    '-h',
    '127.0.0.1',
    '-U',
    'perito',
    '-d',
    'perito',
  ]);
});

test('what the PostgreSQL of the container is given is there: its secrets, its volume, and the script that makes role and database', () => {
  const { perito, db } = withServer;
  expect([...perito.secrets, ...db.secrets]).toEqual(Object.keys(ofServer.secrets));
  const named = [...db.command, ...Object.values(db.environment), textOf('postgres-role.sh')].flatMap(
    (text) => [...text.matchAll(/\/run\/secrets\/([\w.-]+)/g)].map(([, secret = '']) => secret),
  );
  expect(named.toSorted()).toEqual(db.secrets.toSorted());
  const [data, script, ...others] = db.volumes;
  expect(others).toEqual([]);
  expect(data).toBe('database:/var/lib/postgresql/data');
  expect(Object.keys(ofServer.volumes)).toEqual(['database']);
  const [, file = ''] = /^\.\/([\w.-]+):\/docker-entrypoint-initdb\.d\/\1:ro$/.exec(script ?? '') ?? [];
  expect(spawnSync('sh', ['-n', at(file)])).toMatchObject({ status: 0 });
  // As files they keep their owner: each is given to the user of its container.
  const owned = (user: number) =>
    shellBlock('office', 'perito-role-password')
      .match(new RegExp(`sudo chown ${user} (.*)`))?.[1]
      ?.split(' ');
  expect(owned(10_001)).toEqual(perito.secrets);
  expect(owned(999)?.toSorted()).toEqual(db.secrets.toSorted());
});

const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;

test.runIf(hasCompose)('Compose puts the files of both containers together', () => {
  const files = ['compose.yaml', 'compose-postgres.yaml'].map(at).join(':');
  const { status, stdout, stderr } = spawnSync('docker-compose', ['config'], {
    encoding: 'utf8',
    env: { ...process.env, COMPOSE_FILE: files },
  });
  expect([status, stderr]).toEqual([0, '']);
  const whole = z
    .looseObject({ services: z.object({ perito: z.looseObject({ command: z.array(z.string()) }) }) })
    .parse(parse(stdout)).services.perito;
  expect(whole.command).toEqual(withServer.perito.command);
  expect(whole).toMatchObject({
    environment: { CREDENTIALS_DIRECTORY: '/run/secrets', NODE_EXTRA_CA_CERTS: '/run/secrets/office-ca.pem' },
    secrets: expect.arrayContaining(
      [...compose.services.perito.secrets, ...withServer.perito.secrets].map((source) => ({ source })),
    ),
    read_only: true,
  });
});

test('secrets that lie beside the files of the container come into no image and no commit', () => {
  const files = [
    ...Object.values({ ...composeWithDatabase.secrets, ...ofServer.secrets }).map(({ file }) => file),
    ...(composeWithDatabase.services.perito.env_file ?? []),
  ];
  expect(files.length).toBeGreaterThan(6);
  expect(textOf('Dockerfile.dockerignore').split('\n')).toContain('docs');
  const ignored = readFileSync(new URL('../../.gitignore', import.meta.url), 'utf8').split('\n');
  for (const file of files)
    expect(ignored).toContain(`/docs/service/${file.replace(/^\.\//, '').replace(/^.*\.pem$/, '*.pem')}`);
});

test('the image is made of what is there, and keeps all that the program loads', () => {
  const file = textOf('Dockerfile');
  const { build } = compose.services.perito;
  expect(join(dirname(at('compose.yaml')), build.context, build.dockerfile)).toBe(at('Dockerfile'));
  expect(file).toContain('ENTRYPOINT ["node", "out/main/cli.js"]');
  const root = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
  const { scripts, engines } = z
    .looseObject({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string() }) })
    .parse(root('package.json'));
  expect(Object.keys(scripts)).toContain('build');
  expect(Number(/^FROM node:(\d+)/m.exec(file)?.[1])).toBeGreaterThanOrEqual(
    Number(/\d+/.exec(engines.node)?.[0]),
  );
  const { packages } = z
    .looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
    .parse(root('package-lock.json'));
  const folder = dirname(cli);
  const specifiers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(loading)])
    .map(([, specifier = '']) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[1] ?? specifier)
    .filter((specifier) => !isBuiltin(specifier));
  const loaded = new Set(specifiers);
  expect([...loaded]).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', '@napi-rs/image']));
  // The desktop alone loads its own runtime.
  loaded.delete('electron');
  expect([...loaded].filter((name) => packages[`node_modules/${name}`]?.dev !== undefined)).toEqual([]);
});

const databaseUnit = textOf('perito-database.conf');
/** As an office of two engines has it, whose photos are in a folder. */
const sharedUnit = databaseUnit.replace(/^#(.*\/mnt\/perito-attachments.*)$/gm, '$1');

/** What `perito serve` is given by a drop-in; comments within a line that goes on are none of it (systemd.syntax). */
function servedBy(unit: string) {
  const lines = unit.replace(/^#.*\n/gm, '').replaceAll('\\\n', '');
  const [, given = ''] = /^ExecStart=\S+ \S+cli\.js serve (.+)$/m.exec(lines) ?? [];
  return readServeOptions(given.trim().split(/\s+/), {});
}

const placesUnit = (/printf '(.*)' \|/.exec(shellBlock('office', 'places.conf'))?.[1] ?? '').replaceAll(
  '\\n',
  '\n',
);

const inOffice = { engine: { isOffice: true }, consoleBeyond: { host: '0.0.0.0' } };

test("the unit's drop-in serves an office by the options of the command line", () => {
  expect(servedBy(textOf('perito-office.conf'))).toMatchObject({ ...inOffice, database: undefined });
});

test('the drop-in for PostgreSQL serves the same office, photos where they are, and in a folder once that is no comment', () => {
  const { consoleBeyond } = servedBy(textOf('perito-office.conf'));
  for (const unit of [databaseUnit, sharedUnit])
    expect(servedBy(unit)).toMatchObject({ ...inOffice, consoleBeyond, database: addressOfDatabase });
  expect(databaseAddressOf(addressOfDatabase).servers).toHaveLength(1);
  expect(servedBy(databaseUnit).engine.attachments?.place).toBeUndefined();
  expect(servedBy(sharedUnit).engine.attachments?.place).toBe('/mnt/perito-attachments');
  expect(sharedUnit).toMatch(/^RequiresMountsFor=\/mnt\/perito-attachments$/m);
  expect(sharedUnit).toMatch(/^ReadWritePaths=-\/mnt\/perito-attachments$/m);
});

const hasShell = spawnSync('sh', ['-c', ':']).status === 0;

test.runIf(hasShell)('the command of the service passes on what it is given, word by word', () => {
  expect(spawnSync('sh', ['-n', at('perito-command')])).toMatchObject({ status: 0 });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'runuser'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  chmodSync(join(folder, 'runuser'), 0o755);
  const { stdout } = spawnSync('sh', [at('perito-command'), 'accounts', 'invite', '--name', 'Ana Prueba'], {
    encoding: 'utf8',
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
  expect(stdout.split('\n')).toEqual([
    ...['-u', 'perito', '--', '/opt/perito/node_modules/node/bin/node', '/opt/perito/out/main/cli.js'],
    ...['accounts', 'invite', '--name', 'Ana Prueba', ''],
  ]);
});

test.runIf(hasShell)('the command of the service signs an archive by the key that its unit has', async () => {
  const dataDir = await filledFolder();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o755 });
  const here = join(folder, 'perito');
  writeFileSync(
    here,
    textOf('perito-command')
      .replaceAll('/etc/perito', folder)
      .replaceAll('/opt/perito/node_modules/node/bin/node', process.execPath)
      .replaceAll('/opt/perito/out/main/cli.js', cli),
  );
  const create = (file: string) =>
    spawnSync('sh', [here, 'archive', 'create', '--data', dataDir, '--to', join(folder, file)], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, PERITO_LOG_LEVEL: 'silent' },
    }).stderr;
  expect(create('none.perito')).not.toContain('Signed by the key');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'archive-key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(create('signed.perito')).toContain('Signed by the key');
});

const opensslVersion = spawnSync('openssl', ['version'], { encoding: 'utf8' });
const hasOpenssl3 = Number(/^OpenSSL (\d+)/.exec(opensslVersion.stdout ?? '')?.[1]) >= 3;

test.runIf(hasShell && hasOpenssl3).each(['office', 'oficina'])(
  'the certificates that %s.md has made hold for their names, and the console is served by them',
  async (guide) => {
    const text = readFileSync(new URL(`../../docs/${guide}.md`, import.meta.url), 'utf8');
    const [, commands = ''] = /^### Certif.*?^```sh\n(.*?)^```$/ms.exec(text) ?? [];
    const folder = temporaryFolder();
    // Where nobody is there to be asked for the passphrase.
    const unasked = commands
      .replace('-keyout office-ca-key.pem', '$& -passout pass:prueba')
      .replace('-CAkey office-ca-key.pem', '$& -passin pass:prueba');
    const made = spawnSync('sh', ['-e', '-c', unasked], { cwd: folder, encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0, stdout: 'console.pem: OK\n' });
    const within = (file: string) => join(folder, file);
    const holds = (file: string, name: string) =>
      spawnSync('openssl', [
        ...['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', within('office-ca.pem')],
        ...['-verify_hostname', `${name}.${guide}.example`, within(file)],
      ]).status;
    expect([holds('db.pem', 'db'), holds('db2.pem', 'db2'), holds('db2.pem', 'db')]).toEqual([0, 0, 0]);
    expect(holds('db.pem', 'perito')).not.toBe(0);
    expect(readFileSync(within('office-ca-key.pem'), 'utf8')).toContain('ENCRYPTED');

    const tls = ['--console-tls-cert', within('console.pem'), '--console-tls-key', within('console-key.pem')];
    const { ready } = await served([
      '--console-host',
      '127.0.0.1',
      '--console-trusted-proxy',
      '127.0.0.1',
      ...tls,
    ]);
    const name = `perito.${guide}.example`;
    const { port } = new URL(ready.consoleUrl);
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const ca = readFileSync(within('office-ca.pem'));
      const headers = { host: `${name}:${port}` };
      request(
        { host: '127.0.0.1', port, servername: name, path: '/', ca, headers, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(await answered).toBe(200);
  },
);

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined).each([
  ['its drop-in', {}],
  ['that for PostgreSQL beside it', { 'perito-database.conf': databaseUnit }],
  ['a shared folder', { 'perito-database.conf': sharedUnit }],
  ['the place of backups that the guide has it given', { 'places.conf': placesUnit }],
])('systemd takes the unit with %s, and counts it as hardened as before', (_, more) => {
  const folder = temporaryFolder();
  const here = (text: string) =>
    text
      .replaceAll('/opt/perito/node_modules/node/bin/node', process.execPath)
      .replaceAll('file:///opt/perito', 'file://');
  mkdirSync(join(folder, 'perito.service.d'));
  writeFileSync(join(folder, 'perito.service'), here(textOf('perito.service')));
  for (const [name, unit] of Object.entries({ 'office.conf': textOf('perito-office.conf'), ...more }))
    writeFileSync(join(folder, 'perito.service.d', name), here(unit));
  cpSync(at('perito.service'), join(folder, 'as-it-is.service'));
  const analyze = (...given: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      [...given, join(folder, 'perito.service')],
      {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      },
    );
    return { status, said: stdout + stderr };
  };
  const { said, status } = analyze('verify', '--man=no', '--recursive-errors=no');
  expect([status, said.split('\n').filter((line) => line.includes('perito'))]).toEqual([0, []]);
  const { said: exposure } = analyze('security', '--offline=yes', '--no-pager');
  expect(Number(/exposure level for perito\.service: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThan(2);
});
