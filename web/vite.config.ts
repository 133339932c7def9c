import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The page is part of the Python package: it is built into it, and served from there. */
const OUT = "../src/watergate/page";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env["WATERGATE_URL"] ?? "http://127.0.0.1:1972", ws: true } },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
