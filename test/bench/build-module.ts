import { basename, dirname, join } from 'node:path';
import { build } from 'vite';

export const root = dirname(dirname(import.meta.dirname));

/**
 * Builds a module of the benchmarks with the sources it imports, as the app is built.
 *
 * @returns the path of the built module
 */
export async function buildBenchModule(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const outDir = join(root, 'out/bench');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { external: ['better-sqlite3', 'keytar', 'undici'], noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { input: { [name]: file }, output: { entryFileNames: '[name].js' } },
    },
  });
  return join(outDir, `${name}.js`);
}
