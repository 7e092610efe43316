/** `PERITO_THOROUGH=1`: all pictures, both languages, large photos and more random runs, which takes some minutes more. */
export const thorough = process.env['PERITO_THOROUGH'] === '1';

/** How often something that must be shown often is done; the first number in a usual run. */
export const times = (usual: number): number => (thorough ? 20 : usual);
