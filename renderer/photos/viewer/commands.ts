import type { LucideIcon } from 'lucide-react';
import type { KeyMap } from '../../app/keys/keys.ts';

/** The names of `photos.do`. */
export type CommandName =
  | 'previous'
  | 'next'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'oneToOne'
  | 'turnRight'
  | 'turnLeft'
  | 'reset'
  | 'compare'
  | 'info'
  | 'rectangle'
  | 'arrow'
  | 'point'
  | 'note'
  | 'marks'
  | 'save'
  | 'keys'
  | 'close'
  | 'link'
  | 'swap'
  | 'side'
  | 'back';

/** What a button of the toolbar and its key do. */
export type Command = {
  name: CommandName;
  icon: LucideIcon;
  /** As they are printed on the keyboard. */
  keys: readonly string[];
  /** As `useKeys` names them. */
  on: readonly string[];
  act: () => void;
  /** Of what is either on or off. */
  pressed?: boolean;
  disabled?: boolean;
};

/** The keys of commands, for `useKeys`; one that is disabled does nothing, and keeps its key from others. */
export const keysOf = (commands: readonly Command[]): KeyMap =>
  Object.fromEntries(
    commands.flatMap(({ on, act, disabled }) =>
      on.map((key) => [key, disabled === true ? () => undefined : act] as const),
    ),
  );
