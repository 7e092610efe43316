/** The parts of the figures, each a tab with an address of its own. */
export const figureParts = ['intake', 'times', 'money', 'prices', 'findings', 'savings', 'parties'] as const;
export type FigurePart = (typeof figureParts)[number];
export const figurePath = (part: FigurePart) => `/figures/${part}`;
