import type { ReactNode, Ref } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { PhotoView } from '../photo-views.ts';
import type { Seen, StageControls } from './controls.ts';
import type { Rotation, Size } from './geometry.ts';
import type { Side } from './zoom-percent.ts';

export type StageProps = {
  photo: Attachment;
  view: PhotoView;
  side?: Side;
  controls?: Ref<StageControls>;
  /** Whether dragging moves the photo; not while marks are drawn. */
  movable?: boolean;
  onSeen?: (seen: Seen) => void;
  /** What lies over the picture, in its own frame: `size` is that of the whole upright picture on the screen. */
  over?: (frame: { size: Size; rotation: Rotation }) => ReactNode;
};
