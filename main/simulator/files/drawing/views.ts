/** What a photograph of an incident may show; those of `pictureTypes`, in their order. */
export const views = [
  'front',
  'right',
  'left',
  'rear',
  'vin',
  'instruments',
  'plate',
  'damage',
  'damageDetail',
  'engine',
  'cabin',
  'place',
] as const;
export type View = (typeof views)[number];
