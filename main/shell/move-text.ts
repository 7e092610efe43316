/** What a person is told while the data of an older version are brought to this one's form, on whatever shows it. */
import type { Locale } from '#shared/terms.ts';
import type { MoveProgress } from '../engine/receiver-thread.ts';

export const moveTexts = {
  es: {
    title: 'Los datos pasan a esta versión de Perito',
    why: 'Los datos son de una versión anterior de Perito y se pasan a la forma de esta. Se hace una sola vez y puede tardar unos minutos; mientras tanto no se recibe nada y el marketplace debe repetir sus llamadas.',
    goesOn: 'Si se interrumpe, sigue donde iba cuando Perito se abra otra vez.',
    copying: (percent: number) => `Paso 1 de 2, lo que está en las listas: ${percent} %`,
    moving: (done: string, all: string) => `Paso 2 de 2, lo recibido: ${done} de ${all}`,
    done: (folder: string) =>
      `Los datos ya están en esta versión. La base de datos anterior queda como copia en ${folder}; puede borrarla cuando haya visto que está todo.`,
    stopped: 'Se interrumpió; sigue donde iba cuando Perito se abra otra vez.',
  },
  en: {
    title: 'The data move to this version of Perito',
    why: 'The data are of an older version of Perito and are brought to the form of this one. That is done once and may take some minutes; meanwhile nothing is received, and the marketplace has to repeat its calls.',
    goesOn: 'If it is interrupted, it goes on from there when Perito is opened again.',
    copying: (percent: number) => `Step 1 of 2, what is in the lists: ${percent} %`,
    moving: (done: string, all: string) => `Step 2 of 2, what was received: ${done} of ${all}`,
    done: (folder: string) =>
      `The data are in this version now. The older database stays as a copy in ${folder}; delete it once you have seen that all is there.`,
    stopped: 'Interrupted; it goes on from there when Perito is opened again.',
  },
} as const;

/** How far it has come, as a sentence. */
export function moveText({ step, done, all }: MoveProgress, locale: Locale): string {
  const texts = moveTexts[locale];
  const count = (value: number) => value.toLocaleString(locale === 'es' ? 'es-DO' : 'en-US');
  return step === 'copying'
    ? texts.copying(Math.floor((100 * done) / Math.max(1, all)))
    : texts.moving(count(done), count(all));
}

/** The first step takes about so much of the whole. */
const shareOfCopying = 0.3;

/** How far the whole has come, from 0 to 1. */
export function moveShare({ step, done, all }: MoveProgress): number {
  const share = Math.min(1, done / Math.max(1, all));
  return step === 'copying' ? share * shareOfCopying : shareOfCopying + share * (1 - shareOfCopying);
}
