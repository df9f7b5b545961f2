import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { listFiles } from '../lib/tree.ts'

const SOURCE = 'packages/guards/src/'
/** Every file directly in one of these is a guard; what guards share lives in `detectors/`. */
const GUARD_FILE = /^packages\/guards\/src\/(?:input|output|shared)\/[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/

const AGENTIC_FILE = /^packages\/guards\/src\/agentic\/guards\/[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/

/** The files that hold a guard of the agentic family, sorted. */
export function agenticGuardFiles(root: string): string[] {
  return listFiles(root).filter((path) => AGENTIC_FILE.test(path))
}

/** The files that hold a guard, sorted. */
export function guardFiles(root: string): string[] {
  return listFiles(root).filter((path) => GUARD_FILE.test(path))
}

export default {
  about: 'The lists of all guards, from the files in packages/guards/src/{input,output,shared,agentic/guards}',
  // Everything that imports @gatehouse/guards needs it.
  order: 0,
  generate(root) {
    const files = guardFiles(root)
    if (files.length === 0) return {}
    return {
      [`${SOURCE}guards.gen.ts`]: list(root, files, { type: 'AnyGuard', from: './engine/guard.ts', name: 'allGuards' }),
      [`${SOURCE}agentic.gen.ts`]: list(root, agenticGuardFiles(root), {
        type: 'AnyAgenticGuard',
        from: './agentic/engine/guard.ts',
        name: 'allAgenticGuards',
      }),
    }
  },
} satisfies Generator

function list(root: string, files: readonly string[], made: { type: string; from: string; name: string }): string {
  for (const path of files) {
    if (!/^export default /m.test(readFileSync(join(root, path), 'utf8'))) {
      throw new Error(`${path} has no default export: a file here is a guard, and what guards share stands elsewhere`)
    }
  }
  const names = files.map((path) => ({ path: `./${path.slice(SOURCE.length)}`, name: identifier(path) }))
  return [
    '// Made by `npm run gen` from the files of the guards; changes here are overwritten.',
    `import type { ${made.type} } from '${made.from}'`,
    ...names.map(({ path, name }) => `import ${name} from '${path}'`),
    '',
    `/** Every guard of its family in this build. */`,
    `export const ${made.name}: readonly ${made.type}[] = [`,
    ...names.map(({ name }) => `  ${name},`),
    ']',
    '',
  ].join('\n')
}

/** `input/keyword-blocklist.ts` → `inputKeywordBlocklist`: two stages may have files of one name. */
function identifier(path: string): string {
  return path
    .slice(SOURCE.length, -'.ts'.length)
    .replaceAll(/[/-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
