import {
  CircleDot,
  Columns2,
  Eye,
  EyeOff,
  FileDown,
  Info,
  Keyboard,
  MessageSquarePlus,
  MoveUpRight,
  Square,
} from 'lucide-react';
import type { RefObject } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { KeyMap } from '../../app/keys/keys.ts';
import { fileAddress } from '../file-address.ts';
import { moved, resized, type Tool, tools } from '../marks/shapes.ts';
import type { MarkingHand } from '../marks/useMarking.ts';
import { besidePath } from '../paths.ts';
import { stateOf } from '../photo-state.ts';
import { usePhotoView } from '../photo-views.ts';
import type { StageControls } from '../stage/controls.ts';
import { useFlip } from '../useFlip.ts';
import { closeCommand } from './close-command.ts';
import { type Command, keysOf } from './commands.ts';
import { LightMenu } from './LightMenu.tsx';
import { lightKeys, panKeys, turnCommands, zoomCommands } from './look-commands.ts';
import { openPanel, showMarks, togglePanel, usePanel } from './SidePanel.tsx';
import type { ToolItem } from './Toolbar.tsx';
import { ZoomPercent } from './ZoomPercent.tsx';

type Of = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  hand: MarkingHand;
  stage: RefObject<StageControls | null>;
  onKeys: () => void;
};

const toolIcons = { rectangle: Square, arrow: MoveUpRight, point: CircleDot } as const;

/** Everything that can be done with one photo: as buttons, in groups, and as keys. */
export function useOneCommands({ photo, photos, index, hand, stage, onKeys }: Of) {
  const { path, flipTo, leave, goOver } = useFlip();
  const { open: panel, marksShown } = usePanel();
  const view = usePhotoView(photo.id);
  const isShown = stateOf(photo) === 'shown';
  const stages = () => [stage.current];
  const to = (at: number) => () => {
    const other = photos[Math.min(photos.length - 1, Math.max(0, at))];
    if (other !== undefined && other.id !== photo.id) flipTo(other.id);
  };
  const compare = () => {
    const other = photos[index + 1] ?? photos[index - 1];
    if (other !== undefined) goOver(besidePath(path, photo.id, other.id));
  };
  const take = (tool: Tool) => () => {
    openPanel('marks');
    showMarks(true);
    hand.take(tool);
    // Enter sets the mark: it must not press the button again.
    if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  };
  const note = () => {
    openPanel('marks');
    hand.write({ kind: 'note' });
  };
  const zoom = zoomCommands(stages);
  const turn = turnCommands(photo.id, view);
  const inHand = hand.marking.phase === 'drawing' ? hand.marking.tool : null;
  const markTools = tools.map(
    (tool): Command => ({
      name: tool,
      icon: toolIcons[tool],
      keys: ['M'],
      on: [],
      act: take(tool),
      pressed: inHand === tool,
      disabled: !isShown,
    }),
  );
  const beside: Command[] = [
    { name: 'note', icon: MessageSquarePlus, keys: ['N'], on: ['n'], act: note },
    {
      name: 'compare',
      icon: Columns2,
      keys: ['C'],
      on: ['c'],
      act: compare,
      disabled: photos.length < 2,
    },
  ];
  const panels: Command[] = [
    {
      name: 'marks',
      icon: marksShown ? Eye : EyeOff,
      keys: ['H'],
      on: ['h'],
      act: () => showMarks(!marksShown),
    },
    {
      name: 'info',
      icon: Info,
      keys: ['I'],
      on: ['i'],
      act: () => togglePanel('info'),
      pressed: panel === 'info',
    },
    {
      name: 'save',
      icon: FileDown,
      keys: ['D'],
      on: ['d'],
      act: () => save(photo),
      disabled: photo.content === null,
    },
    { name: 'keys', icon: Keyboard, keys: ['?'], on: ['?'], act: onKeys },
    closeCommand(leave),
  ];
  const zooming = isShown
    ? Object.values(zoom)
    : Object.values(zoom).map((one) => ({ ...one, disabled: true }));
  const turning = isShown ? Object.values(turn) : [];
  const groups: ToolItem[][] = [
    [zoom.zoomOut, { id: 'percent', part: <ZoomPercent /> }, zoom.zoomIn, zoom.fit, zoom.oneToOne],
    [turn.turnLeft, turn.turnRight, { id: 'light', part: <LightMenu photo={photo.id} /> }, turn.reset],
    [...markTools, ...beside],
    panels,
  ];
  const flips: KeyMap = {
    ArrowLeft: to(index - 1),
    ArrowRight: to(index + 1),
    k: to(index - 1),
    j: to(index + 1),
    Home: to(0),
    End: to(photos.length - 1),
  };
  const nextTool = tools[(inHand === null ? 0 : tools.indexOf(inHand) + 1) % tools.length] ?? 'rectangle';
  return {
    groups: isShown ? groups : [[...beside.filter(({ name }) => name === 'note')], panels],
    keys: {
      ...keysOf([...zooming, ...turning, ...beside, ...panels]),
      ...flips,
      ...(isShown ? { ...lightKeys(photo.id), ...panKeys(stages), m: take(nextTool) } : {}),
      ...markingKeys(hand, stage),
    },
    flipTo,
    previous: to(index - 1),
    next: to(index + 1),
  };
}

/** While a mark is made the keys are its own: Enter sets it and ends, the arrows move it, Escape lets it be. */
function markingKeys(hand: MarkingHand, stage: RefObject<StageControls | null>): KeyMap {
  const { marking } = hand;
  if (marking.phase === 'none') return {};
  if (marking.phase === 'writing') return { Escape: hand.drop };
  if (marking.phase === 'drawing')
    return {
      Escape: hand.drop,
      Enter: () => hand.place(stage.current?.middle() ?? { x: 0.5, y: 0.5 }),
    };
  const move = (x: number, y: number) => () => hand.change((shape) => moved(shape, x, y));
  const size = (x: number, y: number) => () => hand.change((shape) => resized(shape, x, y));
  return {
    Escape: hand.drop,
    Enter: () => hand.write(marking.shape),
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    'shift ArrowLeft': size(-1, 0),
    'shift ArrowRight': size(1, 0),
    'shift ArrowUp': size(0, -1),
    'shift ArrowDown': size(0, 1),
  };
}

/** Has the browser, or the desktop, save the bytes as they came. */
function save(photo: Attachment) {
  const link = document.createElement('a');
  link.href = fileAddress(photo, 'download');
  link.download = '';
  link.click();
}
