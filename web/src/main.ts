import "./fonts.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speech } from "./i18n/speech.svelte";
import { settings } from "./state/settings.svelte";

settings.load();
/** The words come together with the letters; where they cannot be had, the page says so once it is there. */
void speech.speak(settings.language).catch(() => {});

/** The letters of the first screen: it waits for them a moment, so that nothing jumps when they come. */
const LETTERS = [
  '700 1em "Old Standard TT"',
  '1em "Gelasio"',
  '1em "Courier Prime"',
  '700 1em "Courier Prime"',
];
const PATIENCE_MS = 500;

async function start(): Promise<void> {
  const target = document.getElementById("app");
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const letters = Promise.all(LETTERS.map((one) => document.fonts.load(one))).catch(() => null);
  await Promise.race([letters, patience]);
  if (target) mount(App, { target });
}

void start();
