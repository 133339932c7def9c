// Writes src/generated/: the types of what the server sends, from its JSON Schemas, and the words of the page, from
// the catalogues that the whole program shares. Nothing in that folder is edited by hand or kept in git.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { parse } from "smol-toml";
import { parameters, parsed } from "../src/i18n/icu.ts";

const root = new URL("../../", import.meta.url);
const out = new URL("../src/generated/", import.meta.url);

/** Those that there are catalogues of, English first. */
const LANGUAGES = (await readdir(new URL("src/watergate/texts/", root)))
  .filter((name) => name.endsWith(".toml"))
  .map((name) => name.replace(".toml", ""))
  .sort((one, other) => Number(other === "en") - Number(one === "en") || one.localeCompare(other));

/** The sections of the catalogues that the page speaks from; the others are of commands and reports. */
const SECTIONS = [
  "side",
  "part",
  "marker",
  "way",
  "log",
  "prompt",
  "refusal",
  "result",
  "token",
  "join",
  "space",
  "move",
  "belief",
  "kind",
  "kinds",
  "color",
  "symbol",
  "script",
  "level",
  "level_about",
  "date",
  "problem",
  "page",
  "page_explain",
];

/** Those that only one part of the page speaks from: each is a file of its own, loaded with that part. */
const PARTS = ["page_learn", "page_guide", "page_replay", "page_season", "page_workshop"];

/** Sections that come with a part. */
const WITH = { page_replay: ["reason"], page_season: ["habit"] };

/** What is said where nothing could be loaded: part of the page from the start. */
const BUILT_IN = ["page_missing"];

const HEAD = "// Made by tools/generate.mjs (npm run generate). Do not edit.\n";

await mkdir(out, { recursive: true });
const view = await schemaIn("docs/view.schema.json");
const messages = await schemaIn("docs/messages.schema.json");
const review = await schemaIn("docs/review.schema.json");
const api = definitionsOf(await schemaIn("docs/openapi.json"));
await writeTypes("view", view);
await writeTypes("messages", anyOf(messages, "Incoming", "Outgoing"), { view });
await writeTypes("review", review, { view });
await writeTypes("api", api, { view, messages });
await writeTables(await schemaIn("docs/tables.json"));
await writeWords();
await writeLoaders();

/** The tables of the rules, as they are, and the names in them as types. */
async function writeTables({ decisions, events, momentum_spaces }) {
  await write(
    "tables.ts",
    `export const DECISIONS = ${JSON.stringify(decisions, null, 2)} as const;\n` +
      "export type DecisionKind = keyof typeof DECISIONS;\n\n" +
      `export const MOMENTUM_SPACES = ${momentum_spaces};\n\n` +
      `export const EVENTS = ${JSON.stringify(events, null, 2)} as const;\n` +
      "export type EventKey = keyof typeof EVENTS;\n",
  );
}

async function schemaIn(source) {
  return JSON.parse(await readFile(new URL(source, root), "utf8"));
}

/** Types of a schema; those that another one has as well come from there. */
async function writeTypes(name, schema, others = {}) {
  const { $defs = {}, ...rest } = schema;
  const home = new Map();
  for (const [other, { title, $defs: theirs = {} }] of Object.entries(others)) {
    for (const one of [...Object.keys(theirs), title])
      if (one in $defs && !home.has(one)) home.set(one, other);
  }
  const definitions = Object.fromEntries(
    Object.entries($defs).map(([key, one]) => [
      key,
      home.has(key) ? { tsType: key } : { ...one, title: key },
    ]),
  );
  const text = await compile(untitled({ ...rest, $defs: definitions }), schema.title ?? name, {
    bannerComment: "",
    additionalProperties: false,
    unreachableDefinitions: name === "api",
    format: false,
  });
  const own = text.replaceAll(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export type (\w+) = \1\n/g, "");
  const code = own.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  const imports = Object.keys(others).map((other) => {
    const used = [...home.keys()].filter(
      (one) => home.get(one) === other && new RegExp(`\\b${one}\\b`).test(code),
    );
    return `import type { ${used.sort().join(", ")} } from "./${other}";\n`;
  });
  await write(`${name}.ts`, imports.join("") + own);
}

/** A schema of several definitions as one that can be compiled: its root is any of the named ones. */
function anyOf(schema, ...names) {
  return { ...schema, title: "Spoken", anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
}

/** The types of the HTTP API; two Python classes share the name of a token. */
function definitionsOf(openapi) {
  const text = JSON.stringify(openapi.components.schemas)
    .replaceAll("#/components/schemas/", "#/$defs/")
    .replaceAll("watergate__rules__views__Token", "Token")
    .replaceAll("watergate__server__api__people__Token", "BotToken");
  return { title: "Api", $defs: JSON.parse(text), type: "object", additionalProperties: false };
}

/** Without the titles of fields, which would each become a type with a name of its own. */
function untitled(schema, isField = false) {
  if (Array.isArray(schema)) return schema.map((one) => untitled(one, isField));
  if (schema === null || typeof schema !== "object") return schema;
  const found = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "title" && isField && typeof value === "string") continue;
    if (key === "prefixItems") found["items"] = untitled(value, isField);
    else if (key === "properties") {
      found[key] = Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, untitled(field, true)]),
      );
    } else found[key] = untitled(value, key === "$defs" ? false : isField);
  }
  return found;
}

async function writeWords() {
  const catalogues = {};
  for (const language of LANGUAGES) {
    const text = await readFile(new URL(`src/watergate/texts/${language}.toml`, root), "utf8");
    const sections = parse(text);
    const wordsOf = (names) =>
      Object.fromEntries(
        names.flatMap((section) =>
          Object.entries(sections[section] ?? {}).map(([key, words]) => [`${section}.${key}`, words]),
        ),
      );
    await writeCatalogue(`words.${language}.ts`, wordsOf(SECTIONS));
    for (const part of PARTS)
      await writeCatalogue(`words.${part}.${language}.ts`, wordsOf([part, ...(WITH[part] ?? [])]));
    catalogues[language] = wordsOf([...SECTIONS, ...PARTS, ...Object.values(WITH).flat(), ...BUILT_IN]);
  }
  for (const part of BUILT_IN) {
    const all = LANGUAGES.map((language) => {
      const own = Object.entries(catalogues[language]).filter(([key]) => key.startsWith(`${part}.`));
      return [language, Object.fromEntries(own)];
    });
    await writeCatalogue(`words.${part}.ts`, Object.fromEntries(all), "Record<Language, Catalogue>");
  }
  const keys = Object.entries(catalogues.en);
  const lines = keys.map(([key, text]) => `  ${JSON.stringify(key)}: ${parametersOf(text)};`);
  await write(
    "words.ts",
    `export const LANGUAGES = ${JSON.stringify(LANGUAGES)} as const;\n` +
      "export type Language = (typeof LANGUAGES)[number];\n\n" +
      "type Value = string | number;\n\n" +
      "/** The parameters of every text. */\n" +
      `export interface Parameters {\n${lines.join("\n")}\n}\n\n` +
      "export type Key = keyof Parameters;\n" +
      "/** The words of the page, or of a part of it. */\n" +
      "export type Catalogue = Readonly<Partial<Record<Key, string>>>;\n\n" +
      "/** The parts of the page that bring words of their own. */\n" +
      `export type Part = ${PARTS.map((part) => JSON.stringify(part)).join(" | ")};\n`,
  );
}

/** Where the words of each language are loaded from, when they are first spoken. */
async function writeLoaders() {
  const loadersOf = (name) =>
    `{ ${LANGUAGES.map((language) => `${language}: () => import("./${name}.${language}")`).join(", ")} }`;
  const parts = PARTS.map((part) => `  ${part}: ${loadersOf(`words.${part}`)},\n`);
  await write(
    "loaders.ts",
    'import type { Catalogue, Language, Part } from "./words";\n\n' +
      "type Loader = () => Promise<{ default: Catalogue }>;\n\n" +
      `export const loaders: Record<Language, Loader> = ${loadersOf("words")};\n\n` +
      `export const partLoaders: Record<Part, Record<Language, Loader>> = {\n${parts.join("")}};\n`,
  );
}

async function writeCatalogue(name, words, type = "Catalogue") {
  const body = JSON.stringify(words, null, 2);
  const used = type
    .match(/Catalogue|Language/g)
    .sort()
    .join(", ");
  await write(
    name,
    `import type { ${used} } from "./words";\n\nconst words: ${type} = ${body};\nexport default words;\n`,
  );
}

function parametersOf(text) {
  const named = [...parameters(parsed(text))].sort();
  if (named.length === 0) return "Record<string, never>";
  return `{ ${named.map(([name, isCounted]) => `${name}: ${isCounted ? "number" : "Value"}`).join("; ")} }`;
}

async function write(name, text) {
  const file = new URL(name, out);
  const whole = HEAD + text;
  const before = await readFile(file, "utf8").catch(() => null);
  if (before !== whole) await writeFile(file, whole);
}
