import type { CommandName } from '../../src/main/cli/load-commands.ts';

/** Command lines of every command; `{disk}` is a folder on the disk, `{backup}` a file elsewhere. */
export const everyCommand: { readonly [command in CommandName]: readonly string[] } = {
  account: ['account list', 'account use env', 'account check', 'account remove env'],
  sync: ['sync', 'sync --full', 'sync --only proxies --wait'],
  list: ['list proxies', 'list services', 'list changes --csv', 'list users --online'],
  show: ['show overview', 'show customer', 'show customer --online', 'show costs', 'show catalog --online'],
  tag: ['tag add burnt --where type:isp', 'tag remove burnt --where type:isp', 'tag list'],
  note: ['note set later --where type:isp', 'note clear --where type:isp'],
  export: [
    'export --user {user} --format http',
    'export --user {user} --format http --output {disk}/out.txt',
    'export --user {user} --format http --output {disk}/more.txt --save-preset daily',
  ],
  template: ['template save mine {host}', 'template list', 'template remove mine'],
  preset: ['preset list', 'preset refresh kept on', 'preset remove kept'],
  test: ['test --url https://example.com/ --where type:isp', 'test --results 1'],
  serve: ['serve --where country:none --port 24999'],
  gateway: ['gateway explain https://example.com/', 'gateway report example.com'],
  mcp: ['mcp', 'mcp --allow sync,test,export --folder {disk}'],
  access: ['access --where type:isp'],
  service: ['service edit {service} --automatic-collection off'],
  backup: ['backup {disk}/my.proxydeck-backup'],
  restore: ['restore {backup}'],
  completion: ['completion bash'],
  diagnostics: ['diagnostics', 'diagnostics --log'],
  settings: ['settings', 'settings set syncIntervalMinutes 15'],
  demo: ['demo --proxies 10'],
};

/** What a command says that could not write, because the disk is full. */
export const saysFull = /disk is (nearly )?full/i;
/** What one says that could not write, because nobody may. */
export const saysReadOnly =
  /can't be written|cannot be written|could not be saved there|do not have permission|can't be created/i;
/** Refusals that have nothing to do with the disk. */
export const saysOther =
  /no longer exists|does not exist|There is no test run|There are no rules|The log has no requests|environment variables|No proxy can be used|not allowed|has not been synced/i;
/** What a person should never read. */
export const saysFault = /inside Proxydeck|\n? {4}at |SqliteError|E[A-Z]{4,}:/;
