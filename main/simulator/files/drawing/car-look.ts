/** What makes one car look unlike another, from every side. */
export const bodyStyles = ['sedan', 'suv', 'pickup'] as const;
export type BodyStyle = (typeof bodyStyles)[number];

export interface CarLook {
  style: BodyStyle;
  /** `#rrggbb`. */
  colour: string;
  /** Capitals and digits. */
  plate: string;
}

export const carColours: readonly string[] = [
  '#e8e9ea',
  '#f3f2ee',
  '#9aa1a8',
  '#5f666d',
  '#22262b',
  '#8e1b22',
  '#1f3f78',
  '#2f6a8f',
  '#2e4b3a',
  '#b99b6b',
  '#6b4a35',
  '#c8541e',
];
