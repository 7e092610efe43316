import { ArrowLeftRight, Keyboard, Link2, PanelRight } from 'lucide-react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { KeyMap } from '../../app/keys/keys.ts';
import type { PhotoView } from '../photo-views.ts';
import type { StageControls } from '../stage/controls.ts';
import type { Side } from '../stage/zoom-percent.ts';
import { closeCommand } from '../viewer/close-command.ts';
import { type Command, keysOf } from '../viewer/commands.ts';
import { LightMenu } from '../viewer/LightMenu.tsx';
import { lightKeys, panKeys, turnCommands, zoomCommands } from '../viewer/look-commands.ts';
import type { ToolItem } from '../viewer/Toolbar.tsx';
import { ZoomPercent } from '../viewer/ZoomPercent.tsx';

type Of = {
  /** The one on the side that keys are for. */
  photo: Attachment;
  photos: readonly Attachment[];
  view: PhotoView;
  active: Side;
  linked: boolean;
  stages: () => readonly (StageControls | null)[];
  onChange: (id: number) => void;
  onLinked: () => void;
  onSwap: () => void;
  onSide: () => void;
  onKeys: () => void;
  onBack: () => void;
};

/** Everything that can be done with two photos: as buttons, in groups, and as keys. */
export function useBesideCommands(of: Of) {
  const { photo, photos, view, active, linked } = of;
  // Where both move together, one leads and the other follows.
  const leading = () => of.stages().slice(0, 1);
  const zoom = zoomCommands(linked ? leading : of.stages);
  const turn = turnCommands(photo.id, view);
  const index = photos.findIndex(({ id }) => id === photo.id);
  const to = (at: number) => () => {
    const other = photos[Math.min(photos.length - 1, Math.max(0, at))];
    if (other !== undefined) of.onChange(other.id);
  };
  const pair: Command[] = [
    { name: 'link', icon: Link2, keys: ['L'], on: ['l'], act: of.onLinked, pressed: linked },
    { name: 'swap', icon: ArrowLeftRight, keys: ['S'], on: ['s'], act: of.onSwap },
    { name: 'side', icon: PanelRight, keys: ['A'], on: ['a'], act: of.onSide },
  ];
  const rest: Command[] = [
    { name: 'keys', icon: Keyboard, keys: ['?'], on: ['?'], act: of.onKeys },
    { ...closeCommand(of.onBack), name: 'back' },
  ];
  const keys: KeyMap = {
    ...keysOf([...Object.values(zoom), ...Object.values(turn), ...pair, ...rest]),
    ...lightKeys(photo.id),
    ...panKeys(linked ? leading : of.stages),
    c: of.onBack,
    ArrowLeft: to(index - 1),
    ArrowRight: to(index + 1),
    k: to(index - 1),
    j: to(index + 1),
    Home: to(0),
    End: to(photos.length - 1),
  };
  const groups: ToolItem[][] = [
    [
      zoom.zoomOut,
      { id: 'percent', part: <ZoomPercent side={active} /> },
      zoom.zoomIn,
      zoom.fit,
      zoom.oneToOne,
    ],
    [turn.turnLeft, turn.turnRight, { id: 'light', part: <LightMenu photo={photo.id} /> }, turn.reset],
    pair,
    rest,
  ];
  return { keys, groups };
}
