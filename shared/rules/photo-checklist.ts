/** What an incident's photos should show, and which of them do: by what the marketplace says of each. */
import * as z from 'zod';
import { withoutAccents } from '../without-accents.ts';

/** What one photo may be asked to show, in the order in which an adjuster walks around a vehicle. */
export const photoViews = [
  'front',
  'rightSide',
  'leftSide',
  'rear',
  'chassis',
  'odometer',
  'plate',
  'damage',
  'engine',
  'interior',
  'place',
] as const;
export const photoView = z.enum(photoViews);
export type PhotoView = z.infer<typeof photoView>;

/**
 * The words of `incidentDocumentTypeName` (interface, "AttachmentDetails"), which the marketplace's list of types does not
 * document: as people write them, in Spanish and English. A word of one view never stands for another.
 */
const words: Readonly<Record<Exclude<PhotoView, 'rightSide' | 'leftSide'>, RegExp>> = {
  front: /\b(frontal|frente|delanter[oa]s?|front)\b/,
  rear: /\b(traser[oa]s?|atras|posterior|rear|back)\b/,
  chassis: /\b(chasis|chassis|vin)\b/,
  odometer: /\b(odometro|tablero|kilometraje|millaje|odometer|dashboard|mileage)\b/,
  plate: /\b(placa|plate)\b/,
  damage: /\b(danos?|golpes?|averias?|detalles?|impacto|damages?)\b/,
  engine: /\b(motor|bonete|engine)\b/,
  interior: /\b(interior(es)?|asientos?|cabina)\b/,
  place: /\b(lugar|escena|via|calle|scene|place)\b/,
};
const side = /\b(lateral(es)?|lado|costado|side)\b/;
const right = /\b(derech[oa]|der|right|copiloto)\b/;
const left = /\b(izquierd[oa]|izq|left|conductor|chofer)\b/;

/** The longest name that is read. */
const maxName = 300;

/** What a photo shows by its name; nothing where the name does not say. A side without its word is `anySide`. */
export function viewsOfName(name: string | null): readonly (PhotoView | 'anySide')[] {
  if (name === null) return [];
  const text = withoutAccents(name.slice(0, maxName)).replaceAll(/[_\-.\d]+/g, ' ');
  const shown: (PhotoView | 'anySide')[] = photoViews.filter(
    (view) => view !== 'rightSide' && view !== 'leftSide' && words[view].test(text),
  );
  if (side.test(text)) {
    if (right.test(text)) shown.push('rightSide');
    if (left.test(text)) shown.push('leftSide');
    if (!right.test(text) && !left.test(text)) shown.push('anySide');
  }
  return shown;
}

/** One view that is asked for, and the photos that show it by their place in the list; none where it is missing. */
interface ChecklistEntry {
  view: PhotoView;
  photos: readonly number[];
}

export interface PhotoChecklist {
  entries: readonly ChecklistEntry[];
  missing: readonly PhotoView[];
  /** How many photos have a name that says nothing of what they show. */
  unnamed: number;
}

/**
 * Which of the views that are asked for these photos show. A photo of one side without its word stands for the sides that
 * have none of their own, the right one first.
 */
export function photoChecklist(
  asked: readonly PhotoView[],
  photos: readonly { caption: string | null }[],
): PhotoChecklist {
  const shown = photos.map(({ caption }) => viewsOfName(caption));
  const of = (view: PhotoView) => shown.flatMap((views, index) => (views.includes(view) ? [index] : []));
  const anySide = shown.flatMap((views, index) => (views.includes('anySide') ? [index] : []));
  const found = new Map(photoViews.map((view) => [view, of(view)]));
  for (const view of ['rightSide', 'leftSide'] as const) {
    const [spare] = anySide;
    if (found.get(view)?.length === 0 && spare !== undefined) found.set(view, [anySide.shift() ?? spare]);
  }
  const entries = photoViews
    .filter((view) => asked.includes(view))
    .map((view) => ({ view, photos: found.get(view) ?? [] }));
  return {
    entries,
    missing: entries.filter((entry) => entry.photos.length === 0).map(({ view }) => view),
    unnamed: shown.filter((views) => views.length === 0).length,
  };
}
