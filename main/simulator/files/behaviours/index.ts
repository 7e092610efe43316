/** How the server may answer: well, or in every way that who fetches has to live with. */
import { contentBehaviours } from './contents.ts';
import type { FileBehaviour } from './forms.ts';
import { redirectBehaviours } from './redirects.ts';
import { transportBehaviours } from './transport.ts';

export type { Answering, FileBehaviour } from './forms.ts';
export { mediaTypes, send, sendStatus } from './forms.ts';
export { unapprovedHost } from './redirects.ts';

const table = { ...transportBehaviours, ...redirectBehaviours, ...contentBehaviours };
export type FileBehaviourName = keyof typeof table;

/** The one list of them, with what each does in words. */
export const fileBehaviours: Readonly<Record<FileBehaviourName, FileBehaviour>> = table;
export const fileBehaviourNames: readonly FileBehaviourName[] = Object.keys(table).filter(isName);

function isName(name: string): name is FileBehaviourName {
  return Object.hasOwn(table, name);
}

/** `name` or `name.number`, as in a path. */
export type WrittenBehaviour = FileBehaviourName | `${FileBehaviourName}.${number}`;

/** The path of a file that is answered this way: `/como/<behaviour>[.<number>]/<label>.<ending>`. */
export function behaviourPath(written: WrittenBehaviour, label = 'foto-1'): string {
  const { behaviour } = readBehaviour(written) ?? {};
  if (behaviour === undefined) throw new RangeError(`there is no behaviour ${written}`);
  return `/como/${written}/${label}.${behaviour.ending}`;
}

/** The behaviour that a text names, with its number; null where there is none of the name. */
export function readBehaviour(text: string): { behaviour: FileBehaviour; number: number } | null {
  const [, name = '', number] = /^([A-Za-z]+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!isName(name)) return null;
  const behaviour = fileBehaviours[name];
  return { behaviour, number: number === undefined ? (behaviour.number?.otherwise ?? 0) : Number(number) };
}
