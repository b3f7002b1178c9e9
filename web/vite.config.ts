// Builds the page into dist/. In development the API is asked of a running `capitano serve`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin, defineConfig } from 'vite';

const server = process.env.CAPITANO_SERVER ?? 'http://127.0.0.1:8080';

/** The faces that every screen needs are asked for with the page, and not only when its style has been read. */
const early: Plugin = {
  name: 'early-type',
  transformIndexHtml(_html, { bundle }) {
    const needed = Object.keys(bundle ?? {}).filter((file) => /\/(text|display|narrow)-[^/]*\.woff2$/.test(file) && !file.includes('italic'));
    return needed.sort().map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
      injectTo: 'head',
    }));
  },
};

export default defineConfig({
  plugins: [svelte(), early],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { fs: { allow: ['.', '../fonts'] }, proxy: { '/api': { target: server, ws: true } } },
});
