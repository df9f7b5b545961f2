import type { ParsedModule } from '../lib/parse.ts'
import type { Problem } from '../lib/problem.ts'

export interface TextFile {
  readonly path: string
  readonly text: string
  /** Present for modules. */
  readonly parsed?: ParsedModule
}

/** Input of a rule: the entire tree, read once. */
export interface Tree {
  readonly root: string
  /** Every path, binary files too. */
  readonly paths: ReadonlySet<string>
  readonly files: readonly TextFile[]
}

/** Problem with a possible exception: `key` is its name there, `size` may only decrease. */
export interface Sized extends Problem {
  readonly key: string
  readonly size: number
}

export type Rule = (tree: Tree) => readonly Problem[]

export function isGenerated(path: string): boolean {
  return path.endsWith('.gen.ts') || path.startsWith('docs/generated/') || path.startsWith('docs/spec/')
}

export function isTest(path: string): boolean {
  return /(?:^|\/)test\//.test(path) || path.endsWith('.test.ts')
}
