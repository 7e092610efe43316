import envPaths from 'env-paths';

/** Where the database lives when nobody says otherwise, as the platform has it. */
export function defaultDataDir(): string {
  return envPaths('Perito', { suffix: '' }).data;
}
