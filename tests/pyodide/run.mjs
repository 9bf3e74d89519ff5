// Runs a Python file in the site's own engine folder and prints what the file prints.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [engine, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${engine}/`, packages: ["rulebook"], stdout: () => {}, stderr: () => {} });
const out = [];
python.setStdout({ batched: (line) => out.push(line) });
await python.runPythonAsync(await readFile(program, "utf-8"), { globals: python.toPy({ __name__: "__main__" }) });
process.stdout.write(out.map((line) => `${line}\n`).join(""));
