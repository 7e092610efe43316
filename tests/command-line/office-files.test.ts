/** What an office is given to be put in place: a unit's drop-in and a container's files name what there is. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { cli } from '../built-program.ts';
import { temporaryFolder } from './perito.ts';

const at = (file: string) => fileURLToPath(new URL(`../../docs/service/${file}`, import.meta.url));
const textOf = (file: string) => readFileSync(at(file), 'utf8');

const composed = z.object({
  services: z.object({
    perito: z.looseObject({
      build: z.object({ context: z.string(), dockerfile: z.string() }),
      command: z.array(z.string()),
      environment: z.object({ CREDENTIALS_DIRECTORY: z.string(), TMPDIR: z.string() }),
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
      ports: z.array(z.string()),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const compose = composed.parse(parse(textOf('compose.yaml')));
const {
  services: { perito },
} = compose;

/** What a built file imports or requires by the name of a package. */
const loading = /(?:^(?:import|export)\b[^'"\n]*|\b(?:import|require)\(\s*)["']([^."'#/\s][^"'\s]*)["']/gm;

test('the container serves an office by the options of the command line, its secrets and its volume', () => {
  const [command, ...given] = perito.command;
  expect(command).toBe('serve');
  const { engine, consoleBeyond, consolePort } = readServeOptions(given, {});
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
});

test('the image is made of what is there, and keeps all that the program loads', () => {
  const file = textOf('Dockerfile');
  expect(join(dirname(at('compose.yaml')), perito.build.context, perito.build.dockerfile)).toBe(
    at('Dockerfile'),
  );
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

const unit = () => textOf('perito-office.conf').replaceAll('\\\n', '');

test("the unit's drop-in serves an office by the options of the command line", () => {
  const [, given = ''] = /^ExecStart=\S+ \S+cli\.js serve (.+)$/m.exec(unit()) ?? [];
  expect(readServeOptions(given.trim().split(/\s+/), {})).toMatchObject({
    engine: { isOffice: true },
    consoleBeyond: { host: '0.0.0.0' },
  });
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
  'systemd takes the unit with its drop-in, and counts it as hardened as before',
  () => {
    const folder = temporaryFolder();
    const here = (text: string) =>
      text
        .replaceAll('/opt/perito/node_modules/node/bin/node', process.execPath)
        .replaceAll('file:///opt/perito', 'file://');
    mkdirSync(join(folder, 'perito.service.d'));
    writeFileSync(join(folder, 'perito.service'), here(textOf('perito.service')));
    writeFileSync(join(folder, 'perito.service.d', 'office.conf'), here(textOf('perito-office.conf')));
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
  },
);
