import { basename } from 'node:path'

/** The name of a guard as its file and its page have it. */
export function kebab(name: string): string {
  return name.replaceAll('_', '-')
}

/**
 * Checks that each guard's file has the guard's name, so that the name in a verdict leads to its source.
 * @throws {Error} for a guard whose file has another name
 */
export function assertFileNames(paths: readonly string[], guards: readonly { readonly name: string }[]): void {
  const files = new Set(paths.map((path) => basename(path, '.ts')))
  for (const { name } of guards) {
    if (!files.has(kebab(name))) throw new Error(`the guard "${name}" must be in a file named ${kebab(name)}.ts`)
  }
}
