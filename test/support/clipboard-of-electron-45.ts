/**
 * Adds what the app uses of Electron 45 and Electron 42 lacks: `ClipboardItem`, and the clipboard that takes it.
 * `electron -r clipboard-of-electron-45.ts FOLDER` loads it before the app; it refuses to load if this version
 * of Electron has the class. Only imports of the app's own files are redirected. Each use is noted in the file
 * that `PROXYDECK_TEST_ADDITIONS` names, so that a test can report that it relied on this.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import electron from 'electron';

/** The clipboard of Electron 44 and older. */
interface OldClipboard {
  availableFormats(): string[];
  clear(): void;
  readRTF(): string;
  readText(): string;
  write(formats: { readonly text: string; readonly rtf: string }): void;
  writeText(text: string): void;
}

if (Reflect.has(electron, 'ClipboardItem')) {
  throw new Error(`Electron ${process.versions.electron} has ClipboardItem already.`);
}

// The types are those of Electron 45.
const system = electron.clipboard as unknown as OldClipboard;

function noteUse(): void {
  const file = process.env['PROXYDECK_TEST_ADDITIONS'];
  if (file !== undefined) appendFileSync(file, 'clipboard\n');
}

class AddedClipboardItem {
  readonly #formats: Readonly<Record<string, string | Blob>>;

  constructor(formats: Readonly<Record<string, string | Blob>>) {
    this.#formats = formats;
  }

  get types(): string[] {
    return Object.keys(this.#formats);
  }

  getType(type: string): Promise<Blob> {
    const value = this.#formats[type];
    if (value === undefined) return Promise.reject(new Error(`No "${type}" in this item.`));
    return Promise.resolve(typeof value === 'string' ? new Blob([value], { type }) : value);
  }
}

/**
 * The old clipboard takes only one format that is not standard, and no text next to it. So the names of the
 * formats are there as rich text: a program that takes over only the text loses them, as in Electron 45.
 */
const writtenFormats = (): readonly string[] => system.readRTF().split('\n');

const addedClipboard = {
  has(format: string): Promise<boolean> {
    noteUse();
    return Promise.resolve(
      format === 'text/plain' ? system.availableFormats().includes(format) : writtenFormats().includes(format),
    );
  },
  clear(): void {
    system.clear();
  },
  readText: () => Promise.resolve(system.readText()),
  writeText(text: string): Promise<void> {
    system.writeText(text);
    return Promise.resolve();
  },
  read: () => Promise.resolve([new AddedClipboardItem({ 'text/plain': system.readText() })]),
  async write([item]: readonly AddedClipboardItem[]): Promise<void> {
    noteUse();
    if (item === undefined) throw new Error('Nothing to write.');
    const text = await (await item.getType('text/plain')).text();
    system.write({ text, rtf: item.types.join('\n') });
  },
};

const additions = { clipboard: addedClipboard, ClipboardItem: AddedClipboardItem };
// The names of Electron's module are getters, not all of which are enumerable.
const names = Object.getOwnPropertyNames(electron).filter(
  (name) => !(name in additions) && name !== 'default' && /^\w+$/.test(name),
);
const shared = 'electronWithAdditions';
// What a test evaluates in the main process gets the same module as the app.
Reflect.set(globalThis, shared, Object.create(electron, Object.getOwnPropertyDescriptors(additions)));
const address = 'proxydeck-test:electron';
const source = [...names, ...Object.keys(additions)]
  .map((name) => `export const ${name} = globalThis.${shared}.${name};`)
  .join('\n');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' && context.parentURL?.startsWith('file:') === true
      ? { url: address, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === address ? { format: 'module', source, shortCircuit: true } : next(url, context),
});
