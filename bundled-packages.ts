import type { Plugin } from 'vite';

/**
 * Lists the packages whose code went into a build in `bundled-packages.json` beside it, which is not shipped: their folders, such as
 * `node_modules/NAME` or `node_modules/OTHER/node_modules/NAME`, sorted. `builtApart` are modules of what was built for it elsewhere.
 */
export function listBundledPackages(builtApart: ReadonlySet<string> = new Set()): Plugin {
  return {
    name: 'list-bundled-packages',
    generateBundle() {
      const folders = [...this.getModuleIds(), ...builtApart].flatMap((id) => packageFolder(id) ?? []);
      const source = `${JSON.stringify([...new Set(folders)].sort(), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'bundled-packages.json', source });
    },
  };
}

function packageFolder(id: string): string | undefined {
  const path = id.replaceAll('\\', '/');
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}
