import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { foreignNames } from './scripts/lint/foreign-names.mjs';
import { strandedDocs } from './scripts/lint/stranded-docs.mjs';

/**
 * Who may import whom. Each rule names a folder, what it must not import, and
 * the right door.
 */
const electronDoor = {
  name: 'electron',
  allowTypeImports: false,
  message: 'Electron stays in index, electron/ and preload. Take what you need as a parameter (see Desktop).',
};
// Folders of src/shared have some of these names, too, and everyone may import them.
const below = (...folders) => [...folders.map((folder) => `**/${folder}/**`), '!**/shared/**'];
const arrows = (files, groups, ignores = []) => ({
  files,
  ignores,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { paths: [electronDoor], patterns: groups.map(([group, message]) => ({ group, message })) },
    ],
  },
});
const ipcDoor = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer'],
  message: 'Requests are answered by index.ts alone, through ipc/door.ts, and asked in the preload alone.',
};
const electronFiles = ['src/main/index.ts', 'src/main/electron/**'];
/** Every thread and the window load what is shared: schemas would take most of the time of their start. */
const schemaFiles = ['src/shared/ipc.ts', 'src/shared/**/*-schema.ts'];
const onlyBridge = 'The window reaches the main process through bridge.ts alone.';
const upwards = 'That is a layer above: it may import this one, not the other way round.';
const noKeys = 'Keys are handed in; only app.ts, ipc, cli and mcp know accounts.';
const frontEnds = 'ipc answers the window, cli the terminal, mcp agents; none of them knows another.';
const joined = ['sync', 'exports', 'test-runs', 'gateway'];
const apart = 'sync, exports, test-runs and gateway do not know each other; app.ts, ipc and cli join them.';
const apartBelow = 'api and store never know each other; sync, exports, test-runs and gateway join them.';

/**
 * The folders of the window in layers: a folder may import those of the layers before its
 * own. Every folder that is not named here is a view.
 */
const groundLayers = [['format'], ['kit'], ['table'], ['account'], ['actions']];
const sharedByViews = ['adjustments', 'annotations', 'reference'];
const named = [...groundLayers.flat(), ...sharedByViews, 'app', 'styles'];
const views = readdirSync(new URL('src/renderer', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !named.includes(entry.name))
  .map(({ name }) => name);
const layers = [...groundLayers, sharedByViews, views, ['app']];
const doors = {
  kit: 'format turns values into text; components and actions live in kit.',
  table: 'format and kit know no table; what only a table needs lives in table.',
  account: 'format, kit and table know no account: take what you need as a prop, as a parameter or from kit/host.ts.',
  actions: 'Actions read the state of the account; it does not know them.',
  adjustments: 'Only views and app show this; parts that views share do not import each other.',
  annotations: 'Only views and app show this; parts that views share do not import each other.',
  reference: 'Only views and app show this; parts that views share do not import each other.',
  app: 'app is the top: it imports every folder, and no folder imports it.',
};
const viewDoor =
  'Views never import each other. State that two views need belongs in account, what a user can do to rows in actions, a part that two views show in adjustments, annotations or reference, one that knows nothing about proxies in kit.';
const rendererArrows = layers.flatMap((layer, at) =>
  layer.map((folder) => {
    const others = layers
      .slice(at)
      .flat()
      .filter((other) => other !== folder);
    return arrows(
      [`src/renderer/${folder}/**`],
      [
        [below('main', 'preload'), onlyBridge],
        ...(!['account', 'actions'].includes(folder) && at < groundLayers.length
          ? [
              [
                ['**/bridge.ts'],
                'format, kit and table send no requests: take the function that does as a prop or a parameter.',
              ],
            ]
          : []),
        ...others.map((other) => [below(other), doors[other] ?? viewDoor]),
      ],
    );
  }),
);

/** The folders of src/shared from below: each imports only those before its own. */
const sharedFolders = ['options', 'records', 'filter', 'test-runs', 'gateway', 'exports', 'figures'];
const onlyShared = [
  below('main', 'renderer', 'preload'),
  'shared holds types and pure code only; it imports nothing but zod.',
];
const sharedArrows = sharedFolders.map((folder, at) =>
  arrows(
    [`src/shared/${folder}/**`],
    [
      onlyShared,
      ...sharedFolders
        .slice(at + 1)
        .map((other) => [
          [`**/${other}/**`],
          `${folder} knows nothing of ${other}: what both need lives in ${folder}, or in records if the service or a table has it.`,
        ]),
      ...(folder === 'records'
        ? [[['**/lists.ts', '**/sync.ts'], 'A record does not know which list or sync has it.']]
        : []),
    ],
  ),
);

/** The folders of the store from below: each imports only those before its own, and no folder the files above them. */
const storeFolders = ['sqlite', 'schema', 'read', 'user', 'write'];
const storeDoors = {
  schema: 'sqlite knows no table: take the schema as a parameter.',
  read: 'schema knows tables, but no queries.',
  user: 'Rows that are read know nothing of how the records of the user change.',
  write: 'Only the door of the store (index.ts) knows how rows are received.',
};
const aboveStore = [
  [below('api'), apartBelow],
  [below('accounts'), noKeys],
  [below('threads', ...joined, 'ipc', 'cli', 'mcp'), upwards],
];
const storeArrows = [
  arrows(['src/main/store/*'], aboveStore),
  ...storeFolders.map((folder, at) =>
    arrows(
      [`src/main/store/${folder}/**`],
      [
        ...aboveStore,
        [['**/index.ts'], 'The folders of the store do not know its door; what goes through it is in types.ts.'],
        ...(folder === 'sqlite' || folder === 'schema'
          ? [[['**/types.ts'], 'sqlite and schema know nothing of an open store.']]
          : []),
        ...storeFolders.slice(at + 1).map((other) => [[`**/${other}/**`, '!**/shared/**'], storeDoors[other]]),
      ],
    ),
  ),
];

/**
 * Rules that need types take four times as long as all others, so they run here in `npm run test:all` only: for components, and for
 * those that `.oxlintrc.json` lacks. The others run in every `npm test`, by oxlint.
 */
const hasTypes = process.env.PROXYDECK_ALL_TESTS !== undefined;
const untypedFiles = hasTypes ? ['scripts/**/*.mjs', '*.js'] : ['**/*.{ts,svelte,mjs,js}'];

/** As in `strictTypeChecked`, but for numbers. */
const templateTypes = {
  allowNumber: true,
  allowAny: false,
  allowBoolean: false,
  allowNever: false,
  allowNullish: false,
  allowRegExp: false,
};

export default tseslint.config(
  // A build that runs at the same time writes its configuration next to this one for a moment.
  { ignores: ['out/', 'dist/', 'node_modules/', 'test-results/', '.svelte-check/', 'electron.vite.config.ts.*.mjs'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['svelte.config.js', 'eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    // Without rules that need types, their directives are unused.
    linterOptions: { reportUnusedDisableDirectives: hasTypes ? 'error' : 'off' },
    plugins: { proxydeck: { rules: { 'foreign-names': foreignNames, 'stranded-docs': strandedDocs } } },
    rules: {
      'proxydeck/stranded-docs': 'error',
      // Types too: `import { type X, y }`.
      'no-duplicate-imports': 'error',
      // `tsc` knows every name, of the DOM and of Node too.
      'no-undef': 'off',
      // A name next to the rest leaves a field out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // There are no enums (`erasableSyntaxOnly`), and it takes a quarter of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // A control character in a pattern is one that is looked for on purpose.
      'no-control-regex': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreVoidOperator: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', templateTypes],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        // Plain data: the cache of results is stored with the configuration that made them.
        svelteConfig: { compilerOptions: { runes: true } },
      },
    },
    rules: {
      // These read a Svelte component's inferred types as `any` in places.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { ...templateTypes, allowAny: true }],
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // State is raw: a Set or Map is replaced whole, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // `void x` reads a state so that an effect depends on it.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // `let { x } = $props()` is how Svelte declares what a component takes.
      'prefer-const': 'off',
    },
  },
  { files: untypedFiles, ...tseslint.configs.disableTypeChecked },
  // Svelte's parser gives TypeScript another text than the file's, and all types would be derived again.
  { files: ['**/*.svelte.ts'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/shared/own-value.ts', ...untypedFiles],
    rules: { 'proxydeck/foreign-names': 'error' },
  },
  arrows(['src/**/*.{ts,svelte}'], [], electronFiles.concat('src/preload/**')),
  arrows(['src/shared/**'], [onlyShared]),
  ...sharedArrows,
  arrows(['src/renderer/*'], [[below('main', 'preload'), onlyBridge]]),
  ...rendererArrows,
  arrows(
    ['src/main/api/**'],
    [
      [below('store'), apartBelow],
      [below('accounts'), noKeys],
      [below('threads', ...joined, 'ipc', 'cli', 'mcp'), upwards],
    ],
  ),
  ...storeArrows,
  arrows(
    ['src/main/threads/**'],
    [
      [below('accounts'), noKeys],
      [below('ipc', 'cli', 'mcp'), upwards],
    ],
  ),
  arrows(
    ['src/main/dial/**'],
    [
      [below('accounts'), noKeys],
      [below('api', 'store', 'threads', ...joined, 'ipc', 'cli', 'mcp'), upwards],
    ],
  ),
  ...joined.map((folder) =>
    arrows(
      [`src/main/${folder}/**`],
      [
        [below(...joined.filter((other) => other !== folder)), apart],
        [below('threads', 'ipc', 'cli', 'mcp'), upwards],
      ],
    ),
  ),
  {
    files: electronFiles.filter((file) => file !== 'src/main/index.ts'),
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [ipcDoor] }] },
  },
  arrows(['src/main/cli/**'], [[below('ipc', 'mcp'), frontEnds]], ['src/main/cli/commands/mcp.ts']),
  // It only starts what serves agents.
  arrows(['src/main/cli/commands/mcp.ts'], [[below('ipc'), frontEnds]]),
  arrows(['src/main/mcp/**'], [[below('ipc', 'cli'), frontEnds]]),
  arrows(['src/main/ipc/**'], [[below('cli', 'mcp'), frontEnds]]),
  {
    files: ['src/shared/**', 'src/renderer/**'],
    ignores: schemaFiles,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportDeclaration[importKind!='type'][source.value=/^zod$|-schema\\.ts$/]",
          message: 'Schemas belong to the main process: check plain values here.',
        },
      ],
    },
  },
  {
    files: ['test/**', 'scripts/own-tools/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': 'off',
      // A test may assert and name what it has just made.
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Fields of a row are read as the text they are known to be.
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  prettier,
);
