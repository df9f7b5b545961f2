import { readFileSync } from 'node:fs'

const INCLUDE = /^# include (\S+)\n/gm

/** Reads a script of this service, with its `# include <file>` lines expanded. */
export function readScript(url: URL): string {
  return readFileSync(url, 'utf8').replaceAll(INCLUDE, (_line, path: string) => readScript(new URL(path, url)))
}
