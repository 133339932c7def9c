import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The page is part of the Python package: it is built into it, and served from there. */
const OUT = "../src/watergate/page";

/** The letters of the first screen, asked for together with the script, so that nothing jumps when they come. */
const FIRST_FONTS = /(old-standard-tt-latin-700|gelasio-latin-400|courier-prime-latin-(400|700))-/;

/** What the front page shows below its first lines comes as one file, though other places use parts of it. */
const INSIDE = /src\/(home\/(?!Home|Guides|choices)|friend\/(Copy|Notices|loopback)|state\/sitting)/;

const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  base: "/",
  plugins: [svelte(), preloadFonts],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: "inside", test: INSIDE }] },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env["WATERGATE_URL"] ?? "http://127.0.0.1:1974", ws: true } },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    // A bound for what hangs: on a busy machine everything takes long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
