import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Output of a scaffold. */
export interface Plan {
  /** New files: none of them may be there already. */
  readonly create: Readonly<Record<string, string>>
  /** Files that are there, with their whole new text. */
  readonly change?: Readonly<Record<string, string>>
  /** Next steps for the user, one line each. */
  readonly next: readonly string[]
}

/** Scaffold of `npm run new`. A new kind is a file in `tools/scaffolds/`, named like the kind. */
export interface Scaffold {
  /** The arguments after the kind, for the help text. */
  readonly usage: string
  readonly about: string
  /** @throws {UsageError} for invalid arguments */
  readonly plan: (root: string, args: readonly string[]) => Plan
}

/** For the formatter: a plan may contain only files that it ignores, such as a page. */
export const FORMAT_FLAGS: readonly string[] = ['--no-error-on-unmatched-pattern']

/** Command line error, as one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Writes a plan, all of it or nothing.
 * @returns the paths written
 */
export function writePlan(root: string, { create, change = {} }: Plan): string[] {
  for (const path of Object.keys(create)) {
    if (read(root, path) !== undefined) throw new UsageError(`${path} exists already`)
  }
  const files = { ...create, ...change }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return Object.keys(files)
}

/** A name in the form `some-name`, from `some-name`, `some_name` or `someName`. */
export function kebabName(text: string | undefined, subject: string): string {
  const name = (text ?? '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new UsageError(`"${text ?? ''}" is no name for ${subject}: letters, digits and hyphens, a letter first`)
  }
  return name
}

export function camel(kebab: string): string {
  return kebab.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `some-name` → `Some name`. */
export function words(kebab: string): string {
  const text = kebab.replaceAll('-', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The number after the highest of the files `0001-….ext` in a folder, with four digits. */
export function nextNumber(root: string, folder: string): string {
  let names: string[] = []
  try {
    names = readdirSync(join(root, folder))
  } catch {
    // The folder is created with its first file.
  }
  const numbers = names.map((name) => Number(/^(\d{4})-/.exec(name)?.[1] ?? 0))
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

/**
 * Returns the text of a file with a line added after the last matching line.
 * @throws {Error} when no line matches: the file has an unexpected format
 */
export function addAfterLast(root: string, path: string, pattern: RegExp, line: string): string {
  const lines = readOrThrow(root, path).split('\n')
  const at = lines.findLastIndex((item) => pattern.test(item))
  if (at === -1) throw new Error(`${path} has no line like ${pattern.source} to add after`)
  return lines.toSpliced(at + 1, 0, line).join('\n')
}

export function readOrThrow(root: string, path: string): string {
  const text = read(root, path)
  if (text === undefined) throw new Error(`${path} is not there`)
  return text
}

function read(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
