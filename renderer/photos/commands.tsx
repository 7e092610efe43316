import { type LucideIcon, Maximize, RotateCcw, RotateCw, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { forwardRef } from 'react';
import type { KeyMap } from '../app/keys/keys.ts';
import { isDefaultView, type PhotoView, resetPhoto, stepLight, turnPhoto } from './photo-view.ts';
import type { ImageControls } from './ZoomableImage.tsx';

/** The commands of the viewer; their texts are `photos.do.<name>`. */
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
  | 'annotations'
  | 'save'
  | 'keys'
  | 'close'
  | 'link'
  | 'swap'
  | 'side'
  | 'back';

/** A button of the toolbar and its key. */
export type Command = {
  name: CommandName;
  icon: LucideIcon;
  /** The key as it is printed on the keyboard. */
  hotkey: string;
  /** What it does, and the keys that do it, as `useKeys` names them. */
  act: () => void;
  on: readonly string[];
  /** Set for a command that is on or off. */
  pressed?: boolean;
  disabled?: boolean;
};

const otherNames: Readonly<Record<string, readonly string[]>> = {
  Esc: ['Escape'],
  '-': ['-', '_'],
  '+': ['+', '='],
  '⇧R': ['shift r'],
};

/** A command whose key works as it is printed. */
export const command = (
  name: CommandName,
  icon: LucideIcon,
  hotkey: string,
  act: () => void,
  more: Partial<Pick<Command, 'on' | 'pressed' | 'disabled'>> = {},
): Command => ({ name, icon, hotkey, act, on: otherNames[hotkey] ?? [hotkey.toLowerCase()], ...more });

/** The keys of commands, for `useKeys`. A disabled command keeps its key and does nothing. */
export const keysOf = (commands: readonly Command[]): KeyMap =>
  Object.fromEntries(
    commands.flatMap(({ on, act, disabled }) =>
      on.map((key) => [key, disabled === true ? () => undefined : act] as const),
    ),
  );

/** Closes the viewer, or leads back from two photos to one. */
export const closeCommand = (act: () => void, name: 'close' | 'back' = 'close'): Command =>
  command(name, X, 'Esc', act);

/** Leads from the photo at `index` to its neighbours and to the first and last, by buttons and keys. */
export function flipCommands(photos: readonly { id: number }[], index: number, onFlip: (id: number) => void) {
  const to = (target: number) => () => {
    const at = Math.min(photos.length - 1, Math.max(0, target));
    const photo = photos[at];
    if (photo !== undefined && at !== index) onFlip(photo.id);
  };
  const previous = to(index - 1);
  const next = to(index + 1);
  const keys: KeyMap = {
    ArrowLeft: previous,
    ArrowRight: next,
    k: previous,
    j: next,
    Home: to(0),
    End: to(photos.length - 1),
  };
  return { previous, next, keys };
}

/** The factor by which a key or a button zooms. */
const zoomStep = 1.25;
/** CSS pixels by which a key moves the photo. */
const panStep = 80;

type Stages = () => readonly (ImageControls | null)[];

/** The zoom commands of one stage or of two. */
export function zoomCommands(stages: Stages) {
  const each = (act: (stage: ImageControls) => void) => () => {
    for (const stage of stages()) if (stage !== null) act(stage);
  };
  return {
    zoomOut: command(
      'zoomOut',
      ZoomOut,
      '-',
      each((stage) => stage.zoomBy(1 / zoomStep)),
    ),
    zoomIn: command(
      'zoomIn',
      ZoomIn,
      '+',
      each((stage) => stage.zoomBy(zoomStep)),
    ),
    fit: command(
      'fit',
      Maximize,
      '0',
      each((stage) => stage.fit()),
    ),
    oneToOne: command(
      'oneToOne',
      OneToOneIcon,
      '1',
      each((stage) => stage.oneToOne()),
    ),
  };
}

/** Shift and an arrow move the photo, so that nothing has to be dragged. */
export const panKeys = (stages: Stages): KeyMap => {
  const pan = (x: number, y: number) => () => {
    for (const stage of stages()) stage?.pan(x * panStep, y * panStep);
  };
  return {
    'shift ArrowLeft': pan(1, 0),
    'shift ArrowRight': pan(-1, 0),
    'shift ArrowUp': pan(0, 1),
    'shift ArrowDown': pan(0, -1),
  };
};

/** The commands that rotate a photo, and the one that resets rotation and light. */
export function turnCommands(photo: number, view: PhotoView) {
  return {
    turnLeft: command('turnLeft', RotateCcw, '⇧R', () => turnPhoto(photo, -1)),
    turnRight: command('turnRight', RotateCw, 'R', () => turnPhoto(photo, 1)),
    reset: command('reset', Undo2, 'X', () => resetPhoto(photo), { disabled: isDefaultView(view) }),
  };
}

export const lightKeys = (photo: number): KeyMap => ({
  b: () => stepLight(photo, 'brightness', 1),
  'shift b': () => stepLight(photo, 'brightness', -1),
  t: () => stepLight(photo, 'contrast', 1),
  'shift t': () => stepLight(photo, 'contrast', -1),
});

/** The icon "1:1", which lucide does not have. */
const OneToOneIcon: LucideIcon = forwardRef(({ size = 24, strokeWidth = 2 }, ref) => (
  <svg
    ref={ref}
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M4 8l3-2v12M17 8l3-2v12M12 9.5v.01M12 14.5v.01" />
  </svg>
));
