import { readFileSync } from 'node:fs'

const INCLUDE = /^# include (\S+)\n/gm

/** A script of this service, with what its lines `# include <file>` name in place of them. */
export function readScript(url: URL): string {
  return readFileSync(url, 'utf8').replaceAll(INCLUDE, (_line, path: string) => readScript(new URL(path, url)))
}
