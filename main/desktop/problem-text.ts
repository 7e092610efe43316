import { EngineProblem } from '../shell/process.ts';

/**
 * By the codes of an `EngineProblem`; what is not known here has `other`. Where data are damaged, lost or cannot be used, Perito
 * starts, and the screen says it.
 */
type Sentences = Record<'inUse' | 'outOfMemory' | 'other' | 'technical', string>;

const spanish: Sentences = {
  inUse:
    'Otro Perito ya trabaja con estos datos. Búsquelo junto al reloj o en la barra de tareas, o ciérrelo y abra este otra vez.',
  outOfMemory: 'Perito necesitó más memoria de la que puede tomar y se detuvo. Ábralo otra vez.',
  other: 'Perito se detuvo por una falla. Ábralo otra vez; nada de lo recibido se perdió.',
  technical: 'Detalle técnico',
};

const english: Sentences = {
  inUse:
    'Another Perito works on this data already. Look for it beside the clock or in the task bar, or close it and open this one again.',
  outOfMemory: 'Perito needed more memory than it may take and stopped. Open it again.',
  other: 'Perito stopped through a fault. Open it again; nothing that was received is lost.',
  technical: 'Technical detail',
};

/** Why Perito did not start or is gone, for the box that says so; below it what whoever looks after the computer asks for. */
export function problemText(failure: unknown, isEnglish: boolean): string {
  const texts = isEnglish ? english : spanish;
  const code = failure instanceof EngineProblem ? failure.code : '';
  const sentence = isKnown(code) ? texts[code] : texts.other;
  const detail = failure instanceof Error ? failure.message : String(failure);
  return `${sentence}\n\n${texts.technical}: ${detail}`;
}

const isKnown = (code: string): code is Exclude<keyof Sentences, 'technical'> =>
  code !== 'technical' && Object.hasOwn(spanish, code);
