// Builds the widgets into ../static: the entry of every widget, the runtime they share, the chart
// library, the style sheet, and the notices of everything that is bundled.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = new URL(".", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, here));
const out = path("../static");

const common = {
  absWorkingDir: path("."),
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  minify: true,
  target: "es2022",
};

const bundles = [
  { entryPoints: { widget: "src/widget.ts" } },
  { entryPoints: { runtime: "src/runtime.ts" } },
  { entryPoints: { page: "src/page.ts" } },
  { entryPoints: { lesson: "src/lesson.ts" } },
  { entryPoints: { plotly: "src/plotly.ts" } },
  { entryPoints: { style: "src/styles/main.css" }, loader: { ".svg": "dataurl" } },
];

const bundled = [
  ["@lichess-org/chessground", "the board, with the pieces by Colin M.L. Burnett"],
  ["chessops", "the rules, for variations and engine lines"],
  ["@badrap/result", "a part of chessops"],
  ["tabulator-tables", "the table of moves and the list of games"],
  ["plotly.js-basic-dist-min", "the charts"],
];

async function licenceOf(name) {
  const folder = path(`node_modules/${name}/`);
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  return file ? (await readFile(folder + file, "utf8")).trim() : undefined;
}

async function notices() {
  const sections = [];
  const texts = new Map();
  for (const [name, purpose] of bundled) {
    const about = JSON.parse(await readFile(path(`node_modules/${name}/package.json`), "utf8"));
    const text = (await licenceOf(name)) ?? `Licence: ${about.license}`;
    const before = texts.get(text);
    texts.set(text, before ?? name);
    sections.push(
      `${name} ${about.version}: ${purpose}\nLicence: ${about.license}\n\n` +
        (before ? `(the text printed above for ${before})` : text),
    );
  }
  const line = "=".repeat(80);
  const head =
    "The files in this folder are built from the sources of chessnb (GPL-3.0-or-later) and from\n" +
    "the packages below, each under its own licence.";
  return [head, ...sections].join(`\n\n${line}\n`) + "\n";
}

async function buildAll() {
  await mkdir(out, { recursive: true });
  await Promise.all(bundles.map((bundle) => build({ ...common, ...bundle, outdir: out })));
  await writeFile(`${out}/LICENSES.txt`, await notices());
}

async function buildTests() {
  const names = (await readdir(path("test"))).filter((name) => name.endsWith(".test.ts"));
  await rm(path("build"), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: names.map((name) => `test/${name}`),
    minify: false,
    outdir: path("build"),
    outExtension: { ".js": ".mjs" },
    platform: "node",
    sourcemap: "inline",
  });
}

async function watch() {
  await buildAll();
  for (const bundle of bundles) {
    const running = await context({ ...common, ...bundle, outdir: out, logLevel: "info" });
    await running.watch();
  }
}

if (process.argv.includes("--tests")) await buildTests();
else if (process.argv.includes("--watch")) await watch();
else await buildAll();
