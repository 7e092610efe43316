/** `PERITO_THOROUGH=1`: all pictures, both languages, large photos and more random runs, which takes some minutes more. */
export const thorough = process.env['PERITO_THOROUGH'] === '1';
