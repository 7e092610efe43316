import { create } from 'zustand';
import { type Rotation, rotatedBy } from './image-geometry.ts';

/** How a photo is shown on this screen while the window is open. The file never changes. */
export type PhotoView = {
  rotation: Rotation;
  /** Percent; 100 changes nothing. */
  brightness: number;
  contrast: number;
};

const defaultView: PhotoView = { rotation: 0, brightness: 100, contrast: 100 };
export const lightRange = { min: 40, max: 220, step: 10 } as const;

const usePhotoViews = create<{ views: ReadonlyMap<number, PhotoView> }>(() => ({ views: new Map() }));

export const isDefaultView = (view: PhotoView) =>
  view.rotation === 0 && view.brightness === 100 && view.contrast === 100;

/** The view of a photo, by the id of its attachment. */
export const usePhotoView = (id: number | null): PhotoView =>
  usePhotoViews(({ views }) => (id === null ? undefined : views.get(id)) ?? defaultView);

const change = (id: number, to: (view: PhotoView) => PhotoView) =>
  usePhotoViews.setState(({ views }) => ({
    views: new Map(views).set(id, to(views.get(id) ?? defaultView)),
  }));

const inRange = (value: number) => Math.min(lightRange.max, Math.max(lightRange.min, value));

type LightSetting = 'brightness' | 'contrast';

export const turnPhoto = (id: number, quarter: 1 | -1) =>
  change(id, (view) => ({ ...view, rotation: rotatedBy(view.rotation, quarter) }));
export const setLight = (id: number, setting: LightSetting, percent: number) =>
  change(id, (view) => ({ ...view, [setting]: inRange(percent) }));
export const stepLight = (id: number, setting: LightSetting, by: 1 | -1) =>
  change(id, (view) => ({ ...view, [setting]: inRange(view[setting] + by * lightRange.step) }));
export const resetPhoto = (id: number) => change(id, () => defaultView);
