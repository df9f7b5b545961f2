import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of a unit list, and the type of its members. */
export interface UnitList {
  /** Source folder of the package with a trailing slash: location of the list. */
  readonly source: string
  readonly type: string
  /** Relative to the source. */
  readonly from: string
  readonly name: string
  readonly about: string
}

/**
 * The text of a module that lists units, each the default export of a file of its own.
 * @throws {Error} naming a file that has no default export
 */
export function unitList(root: string, files: readonly string[], made: UnitList): string {
  for (const path of files) {
    if (!/^export default /m.test(readFileSync(join(root, path), 'utf8'))) {
      throw new Error(`${path} has no default export: a file here is a unit, and what units share stands elsewhere`)
    }
  }
  const names = files.map((path) => path.slice(made.source.length)).map((path) => ({ path, name: identifier(path) }))
  return [
    '// Made by `npm run gen` from the files of the units; changes here are overwritten.',
    `import type { ${made.type} } from '${made.from}'`,
    ...names.map(({ path, name }) => `import ${name} from './${path}'`),
    '',
    `/** ${made.about} */`,
    `export const ${made.name}: readonly ${made.type}[] = [`,
    ...names.map(({ name }) => `  ${name},`),
    ']',
    '',
  ].join('\n')
}

/** `input/keyword-blocklist.ts` → `inputKeywordBlocklist`: two folders may contain files of one name. */
function identifier(path: string): string {
  return path.slice(0, -'.ts'.length).replaceAll(/[/-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
