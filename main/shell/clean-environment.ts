/** The environment without what Perito was given, keys among it: for programs that are not this run. */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PERITO_')));
}
