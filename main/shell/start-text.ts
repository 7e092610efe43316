/** What a person is told while a start takes longer than usual, on whatever shows it. */
import type { Locale } from '#shared/terms.ts';
import type { StartProgress } from '../engine/receiver-thread.ts';

/** What is done: the data of an older version are brought to this one's form, or what they do not use is given back; or another engine leads. */
export type StartWork = 'moving' | 'compacting' | 'standingBy';

export const workOf = ({ step }: StartProgress): StartWork =>
  step === 'compacting' || step === 'standingBy' ? step : 'moving';

const moveTexts = {
  es: {
    copying: (percent: number) => `Paso 1 de 2, lo que está en las listas: ${percent} %`,
    moving: (done: string, all: string) => `Paso 2 de 2, lo recibido: ${done} de ${all}`,
    moved: (folder: string) =>
      `Los datos ya están en esta versión. La base de datos anterior queda como copia en ${folder}; puede borrarla cuando haya visto que está todo.`,
  },
  en: {
    copying: (percent: number) => `Step 1 of 2, what is in the lists: ${percent} %`,
    moving: (done: string, all: string) => `Step 2 of 2, what was received: ${done} of ${all}`,
    moved: (folder: string) =>
      `The data are in this version now. The older database stays as a copy in ${folder}; delete it once you have seen that all is there.`,
  },
} as const;

interface WorkTexts {
  title: string;
  why: string;
  /** What becomes of it where it is interrupted. */
  goesOn: string;
  stopped: string;
}

export const startTexts: Readonly<Record<Locale, Readonly<Record<StartWork, WorkTexts>>>> = {
  es: {
    moving: {
      title: 'Los datos pasan a esta versión de Perito',
      why: 'Los datos son de una versión anterior de Perito y se pasan a la forma de esta. Se hace una sola vez y puede tardar unos minutos; mientras tanto no se recibe nada y el marketplace debe repetir sus llamadas.',
      goesOn: 'Si se interrumpe, sigue donde iba cuando Perito se abra otra vez.',
      stopped: 'Se interrumpió; sigue donde iba cuando Perito se abra otra vez.',
    },
    compacting: {
      title: 'Se devuelve el espacio que ya no se usa',
      why: 'Se archivaron datos y sus archivos se hacen más pequeños. Puede tardar unos minutos; las llamadas que mientras tanto no se reciban, el marketplace las repite.',
      goesOn: 'Si se interrumpe, todo queda como estaba y se intenta cuando Perito se abra otra vez.',
      stopped: 'Se interrumpió; todo queda como estaba y se intenta cuando Perito se abra otra vez.',
    },
    standingBy: {
      title: 'Perito está en espera',
      why: 'Otro Perito trabaja con esta base de datos. Este queda en espera y toma su lugar si deja de responder.',
      goesOn: 'No hay que hacer nada; mientras tanto aquí no se recibe nada.',
      stopped: 'Ya no está en espera.',
    },
  },
  en: {
    moving: {
      title: 'The data move to this version of Perito',
      why: 'The data are of an older version of Perito and are brought to the form of this one. That is done once and may take some minutes; meanwhile nothing is received, and the marketplace has to repeat its calls.',
      goesOn: 'If it is interrupted, it goes on from there when Perito is opened again.',
      stopped: 'Interrupted; it goes on from there when Perito is opened again.',
    },
    compacting: {
      title: 'Space that is not used any more is given back',
      why: 'Data were archived, and the files that held them are made smaller. That may take some minutes; calls that are not received meanwhile are repeated by the marketplace.',
      goesOn: 'If it is interrupted, all stays as it was, and it is tried when Perito is opened again.',
      stopped: 'Interrupted; all stays as it was, and it is tried when Perito is opened again.',
    },
    standingBy: {
      title: 'Perito stands by',
      why: 'Another Perito works with this database. This one stands by and takes its place should it stop answering.',
      goesOn: 'There is nothing to do; meanwhile nothing is received here.',
      stopped: 'It stands by no longer.',
    },
  },
};

/** Said at the end of a move; `folder` holds the older database. */
export const movedText = (folder: string, locale: Locale): string => moveTexts[locale].moved(folder);

/** How far it has come, as a sentence. */
export function startText(progress: StartProgress, locale: Locale): string {
  if (progress.step === 'standingBy') {
    const since = new Date(progress.since).toLocaleString(locale === 'es' ? 'es-DO' : 'en-US');
    return locale === 'es'
      ? `Dirige ${progress.leader} desde ${since}`
      : `${progress.leader} leads since ${since}`;
  }
  const { step, done, all } = progress;
  const count = (value: number) => value.toLocaleString(locale === 'es' ? 'es-DO' : 'en-US');
  const percent = Math.floor((100 * done) / Math.max(1, all));
  if (step === 'compacting') return `${percent} %`;
  const texts = moveTexts[locale];
  return step === 'copying' ? texts.copying(percent) : texts.moving(count(done), count(all));
}

/** The first step of a move takes about so much of the whole. */
const shareOfCopying = 0.3;

/** How far the whole has come, from 0 to 1. */
export function startShare(progress: StartProgress): number {
  if (progress.step === 'standingBy') return 0;
  const { step, done, all } = progress;
  const share = Math.min(1, done / Math.max(1, all));
  if (step === 'compacting') return share;
  return step === 'copying' ? share * shareOfCopying : shareOfCopying + share * (1 - shareOfCopying);
}
