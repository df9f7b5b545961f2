import type { Generator } from '../lib/generator.ts'
import { listFiles } from '../lib/tree.ts'
import { unitList } from '../lib/unit-list.ts'

const SOURCE = 'packages/guards/src/'
/** Every file directly in one of these folders is a guard; shared code is in `detectors/`. */
const GUARD_FILE = /^packages\/guards\/src\/(?:input|output|shared)\/[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/

const AGENTIC_FILE = /^packages\/guards\/src\/agentic\/guards\/[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/

/** Returns the files of guards of the agentic family, sorted. */
export function agenticGuardFiles(root: string): string[] {
  return listFiles(root).filter((path) => AGENTIC_FILE.test(path))
}

/** Returns the files of guards, sorted. */
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
    const about = 'All guards of this family in this build.'
    return {
      [`${SOURCE}guards.gen.ts`]: unitList(root, files, {
        source: SOURCE,
        type: 'AnyGuard',
        from: './engine/guard.ts',
        name: 'allGuards',
        about,
      }),
      [`${SOURCE}agentic.gen.ts`]: unitList(root, agenticGuardFiles(root), {
        source: SOURCE,
        type: 'AnyAgenticGuard',
        from: './agentic/engine/guard.ts',
        name: 'allAgenticGuards',
        about,
      }),
    }
  },
} satisfies Generator
