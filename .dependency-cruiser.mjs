/**
 * The house rules about who may import whom. Each names the rule of the house that it keeps; the run that
 * checks them is part of the tests.
 */
const room = '^main/engine/([^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Imports run one way.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'electron-only-in-the-shell',
      comment: 'electron only in main/index.ts, main/desktop and preload.',
      severity: 'error',
      from: {
        path: '^(main|preload|renderer|shared)/',
        pathNot: '^(main/index\\.ts$|main/desktop/|preload/)',
      },
      to: { path: '^electron$|node_modules/electron/' },
    },
    {
      name: 'keytar-only-in-the-keychain',
      comment: 'keytar only in main/keychain.',
      severity: 'error',
      from: { pathNot: '^(main/keychain/|tests/keychain/)' },
      to: { path: '^keytar$|node_modules/keytar/' },
    },
    {
      name: 'renderer-alone',
      comment: 'renderer imports only shared and itself.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|preload|tests)/' },
    },
    {
      name: 'renderer-has-no-node',
      comment: 'The renderer runs in a sandbox.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'own-box-typography-and-tooltip',
      comment:
        'Box, Typography and Tooltip are those of renderer/components: MUI makes its own anew at each drawing.',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/components/(Box|Tooltip)[.]tsx$' },
      to: { path: '@mui/material/(Box|Typography|Tooltip)' },
    },
    {
      name: 'shared-is-the-ground-floor',
      comment: 'shared imports nothing of the project, and nothing that only Node or a browser has.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(main|preload|renderer|tests)/' },
    },
    {
      name: 'shared-has-no-node',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'preload-is-a-pipe',
      comment: 'preload imports electron and shared only.',
      severity: 'error',
      from: { path: '^preload/' },
      to: { path: '^(main|renderer|tests)/' },
    },
    {
      name: 'engine-knows-no-shell',
      comment: 'main/engine imports nothing of main but itself.',
      severity: 'error',
      from: { path: '^main/engine/' },
      to: { path: '^(main/(?!engine/)|preload/|renderer/|tests/)' },
    },
    {
      name: 'rooms-by-their-door',
      comment: 'A room of main/engine imports another room only through its index.ts.',
      severity: 'error',
      from: { path: room },
      to: { path: room, pathNot: ['^main/engine/$1/', '^main/engine/[^/]+/index\\.ts$'] },
    },
    {
      name: 'engine-by-its-door',
      comment: 'From outside the engine only the files at its front are seen, never a room.',
      severity: 'error',
      from: { path: '^main/(?!engine/)' },
      to: { path: room },
    },
    {
      name: 'file-examiner-alone',
      comment:
        'What looks at hostile files imports shared, how a process of its own lives, and of the engine only what it is asked, how it is found, and how files are renamed.',
      severity: 'error',
      from: { path: '^main/file-examiner/' },
      to: {
        path: '^(main|preload|renderer|tests)/',
        pathNot:
          '^main/(file-examiner/|own-process\\.ts$|engine/(error-code|file-examination|rename-file|worker-file)\\.ts$)',
      },
    },
    {
      name: 'file-examiner-by-its-messages',
      comment: 'What decodes hostile files is loaded in its own process only.',
      severity: 'error',
      from: { path: '^main/(?!file-examiner/)' },
      to: { path: '^main/file-examiner/', pathNot: '^main/file-examiner/messages\\.ts$' },
    },
    {
      name: 'only-the-store-speaks-sql',
      severity: 'error',
      from: { path: '^(main|shared|renderer|preload)/', pathNot: '^main/engine/store/' },
      to: { path: 'better-sqlite3|(^|node_modules/)pg(-copy-streams)?(/|$)' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(main|preload|renderer|shared)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      // keytar is optional, so it may not be there.
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        pathNot: '^keytar$',
      },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(electron|keytar)$|\\?' },
    },
    {
      name: 'no-packages-of-development',
      comment: 'What is shipped unbundled is a dependency; the renderer is bundled whole.',
      severity: 'error',
      from: { path: '^(main|shared)/', pathNot: '^main/(index\\.ts|desktop/)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
};
