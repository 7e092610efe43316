import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import * as es from '../../../renderer/app/locale/es.ts';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import { reachOutcome, reachText } from '../../../renderer/connection/reach-text.ts';
import type { ReachStep } from '../../../shared/contract/reachability.ts';
import { certificateFolder } from '../receiver/certificates.ts';

const made = certificateFolder();
const hasNamespaces = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const words = i18next.createInstance();
beforeAll(() =>
  words.init({ lng: 'es', resources: { es: { translation: es } }, interpolation: { escapeValue: false } }),
);

/** The steps of a case as codes; those that were not tried, and say nothing, are left out. */
const codesOf = (steps: readonly ReachStep[]) =>
  steps
    .filter(({ result, reason }) => result !== 'notTried' || reason !== null)
    .map(({ step, result, reason, detail }) =>
      [step, result, reason ?? '', step === 'proxy' ? detail : ''].join(' ').trim(),
    );

/** What the screen says of the step that decides, and of them all; in Spanish. */
function spokenOf(steps: readonly ReachStep[]): string[] {
  const parts = { t: words.getFixedT('es'), format: makeFormat('es') };
  const outcome = reachOutcome(steps);
  const decides =
    outcome?.failed ??
    steps.findLast(({ result }) => result === 'failed') ??
    steps.findLast(({ reason }) => reason !== null && reason !== 'plainHttp') ??
    steps.at(-1);
  if (decides === undefined || outcome === null) return [];
  const { what, todo } = reachText(decides, parts);
  expect(todo ?? what).toMatch(/\.$/);
  return [`${parts.t(`connection.step.${decides.step}`)}: ${what}`, outcome.name];
}

const works = ['Clave: Una clave falsa se rechaza y la verdadera entra.', 'good'];

test.skipIf(!hasNamespaces)(
  'a way from outside that is broken is named by the step at which it is, through another network, and so it is told',
  async () => {
    const names = ['IP:203.0.113.2'];
    const root = made.authority('root');
    const issued = [
      made.issue('right', { by: root, names }),
      made.issue('old', { by: root, names, days: -1 }),
      made.issue('other', { by: root }),
      made.issue('own', { names }),
    ];
    const { stdout } = await promisify(execFile)('unshare', [
      ...['-n', process.execPath, new URL('office.ts', import.meta.url).pathname],
      ...[root.cert, ...issued.map(({ cert, key }) => `${cert},${key}`)],
    ]);
    const { said, counted }: { said: Record<string, ReachStep[]>; counted: unknown } = JSON.parse(stdout);
    const of = <Value>(what: (steps: readonly ReachStep[]) => Value) =>
      Object.fromEntries(Object.entries(said).map(([name, steps]) => [name, what(steps)]));
    const there = ['name ok', 'route ok', 'port ok'];
    const plain = [...there, 'certificate notTried plainHttp'];
    expect(of(codesOf)).toEqual({
      open: [...plain, 'nonce ok', 'proxy ok  203.0.113.2', 'key ok'],
      name: [expect.stringMatching(/^name failed name(Unknown|NotAnswered)$/)],
      route: ['name ok', 'route failed unreachable'],
      port: ['name ok', 'route ok', 'port failed refused'],
      secure: [...there, 'certificate ok', 'nonce ok', 'proxy ok  203.0.113.2', 'key ok'],
      expired: [...there, 'certificate failed expired'],
      otherHost: [...there, 'certificate failed wrongHost'],
      selfSigned: [...there, 'certificate failed selfSigned'],
      noTls: [...there, 'certificate failed notTls'],
      trustedProxy: [...plain, 'nonce ok', 'proxy ok  203.0.113.1, 203.0.113.2', 'key ok'],
      strangeProxy: [...plain, 'nonce ok', 'proxy failed proxyNotTrusted 203.0.113.2', 'key ok'],
      proxyAlone: [...plain, 'nonce failed proxyWithoutPerito'],
      keyDropped: [...plain, 'nonce ok', 'proxy ok  203.0.113.1, 203.0.113.2', 'key failed keyNotPassed'],
      keyNotHere: [...plain, 'nonce ok', 'proxy ok  203.0.113.2', 'key notTried keyNotHere'],
      otherProgram: [...plain, 'nonce failed otherProgram'],
      redirect: [...plain, 'nonce failed redirected'],
      impostor: [...plain, 'nonce failed otherProgram'],
    });
    expect(of(spokenOf)).toEqual({
      open: works,
      name: [
        expect.stringMatching(
          /^Nombre: (Ese nombre no existe en Internet|No hubo quien dijera a qué dirección lleva el nombre)\.$/,
        ),
        'bad',
      ],
      route: ['Camino: No hay camino desde la computadora de Perito hasta esa dirección.', 'bad'],
      port: ['Puerto: El equipo de esa dirección contesta, pero en ese puerto no atiende nadie.', 'bad'],
      secure: works,
      expired: ['Certificado: El certificado venció: el marketplace rechaza la llamada.', 'bad'],
      otherHost: ['Certificado: El certificado es de otro nombre: no vale para esta dirección.', 'bad'],
      selfSigned: [
        'Certificado: El certificado se firmó a sí mismo: el marketplace lo va a rechazar.',
        'bad',
      ],
      noTls: ['Certificado: Lo que atiende en ese puerto no habla HTTPS.', 'bad'],
      trustedProxy: works,
      strangeProxy: [
        'De quién viene: La llamada pasó por un proxy que no está entre los de confianza: para Perito todas vienen de él.',
        'goodProxy',
      ],
      proxyAlone: ['Quién contesta: El proxy contesta, pero no alcanza a Perito.', 'bad'],
      keyDropped: ['Clave: La llamada llega, pero la clave se pierde en el camino.', 'bad'],
      keyNotHere: ['Clave: La llamada llega. La clave no se probó: Perito no guarda su secreto.', 'good'],
      otherProgram: ['Quién contesta: Contesta otro programa, no este Perito.', 'bad'],
      redirect: [
        'Quién contesta: Quien atiende manda la llamada a otra dirección. El marketplace no la sigue.',
        'bad',
      ],
      impostor: ['Quién contesta: Contesta otro programa, no este Perito.', 'bad'],
    });
    // None of these is a call of the marketplace.
    expect(counted).toEqual({ calls: 0, unauthenticated: 0, lastOutsideCall: null });
  },
);
