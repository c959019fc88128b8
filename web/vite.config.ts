/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { palette } from './palette.ts'

const SERVER = 'http://127.0.0.1:8000'
const version = /__version__ = "(.+)"/.exec(
  readFileSync(new URL('../src/rectoverso/__init__.py', import.meta.url), 'utf8'),
)?.[1]

/** What the page shares with the server: the palette, and the pieces of the games. */
const source = (folder: string) => new URL(`../src/rectoverso/${folder}`, import.meta.url).pathname

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  resolve: { alias: { $art: source('art'), $games: source('games') } },
  plugins: [
    palette(),
    svelte(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false,
      manifest: {
        name: 'Recto Verso',
        short_name: 'Recto Verso',
        description: 'Family games with two faces, against friends or bots',
        theme_color: '#7a1f3d',
        background_color: '#f7f3ea',
        display: 'standalone',
        start_url: '/',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png}'],
        // Pictures for link previews are never shown on the page.
        globIgnores: ['previews/**'],
        navigateFallback: '/index.html',
        // What the server says is not kept here: only the page itself is, and the pictures of the rules.
        navigateFallbackDenylist: [/^\/api\//, /^\/health/, /^\/ready/, /^\/metrics/],
        runtimeCaching: [
          { urlPattern: /\/api\/rules\/[^/]+\/pictures\/[\w-]+\.svg$/, handler: 'StaleWhileRevalidate', options: { cacheName: 'rectoverso-pictures' } },
        ],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    // The content security policy allows pictures from the site, not from the text of a style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: SERVER, ws: true }, '/health': SERVER },
  },
  // One process loads the hundreds of modules of texts once, not once for each file.
  test: { include: ['tests/**/*.test.ts'], environment: 'node', isolate: false },
})
