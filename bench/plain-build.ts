import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Builds entry.tsx for the server as the product's own pages are built, but without Vike. Returns the module's file. */
export async function buildPlainPages(folder: string): Promise<string> {
  process.env.NODE_ENV = 'production';
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      react(),
      {
        name: 'no-styles',
        enforce: 'pre',
        load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
      },
    ],
    build: {
      ssr: path.join(root, 'bench/entry.tsx'),
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  });
  return path.join(folder, 'entry.mjs');
}
