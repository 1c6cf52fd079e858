import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), vike(), tailwindcss()],
  build: {
    target: 'es2022',
    cssMinify: 'lightningcss',
    rolldownOptions: {
      output: {
        // What every page needs stays one file: split by what popups share with it, it would compress worse.
        // So is the little that all pages about topics share.
        codeSplitting: {
          groups: [
            { name: 'base', test: /renderer\/\+onRenderClient\.tsx/, priority: 2 },
            {
              name: 'topic',
              test: /rules\/(status|localize|prices|tiers)\.ts|renderer\/format\/(format|clock|money)\.ts/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
