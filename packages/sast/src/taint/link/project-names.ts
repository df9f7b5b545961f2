import { isObject } from '../../rules/problem.ts'
import { joined } from './places.ts'

/** Own limit: files that one name may mean. */
const TARGETS_MAX = 20
/** Build output folders; the sources are in `src`. */
const MADE = /^(?:dist|build|lib|out|esm|cjs|es|types)\//

/** Parses JSON with comments and trailing commas; undefined for invalid JSON. */
export function looseJson(text: string): unknown {
  let plain = ''
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? endOfText(text, at) : text[at] === '/' ? endOfComment(text, at) : at + 1
    if (text[at] === '"' || end === at + 1) plain += text.slice(at, end)
    at = end
  }
  try {
    return JSON.parse(plain.replace(/,(?=\s{0,1000}[}\]])/g, ''))
  } catch {
    return undefined
  }
}

function endOfText(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfComment(text: string, from: number): number {
  const end =
    text[from + 1] === '/' ? text.indexOf('\n', from) : text[from + 1] === '*' ? text.indexOf('*/', from) + 2 : -2
  if (end === -2) return from + 1
  return end <= 1 ? text.length : end
}

/** Returns the texts of a list, or a single text as a list. */
export function textsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((item) => typeof item === 'string')
}

/** Maps a name by patterns with `*` for any part: the longest match wins. */
export function mapped(paths: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] {
  let best: readonly string[] = []
  let length = -1
  for (const [pattern, targets] of paths) {
    const star = pattern.indexOf('*')
    if (star === -1 && pattern === name) return targets
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
    const fits = star !== -1 && name.startsWith(before) && name.endsWith(after) && name.length >= pattern.length - 1
    if (!fits || before.length <= length) continue
    const part = name.slice(before.length, name.length - after.length)
    best = targets.map((target) => target.replace('*', () => part))
    length = before.length
  }
  return best
}

/** The files that `exports` or `imports` of a package name for a key. */
export function targetsOf(input: unknown, key: string): readonly string[] {
  if (!isObject(input) || !Object.keys(input).some((item) => /^[.#]/.test(item)))
    return key === '.' ? leaves(input) : []
  return mapped(new Map(Object.entries(input).map(([name, value]) => [name, leaves(value)])), key)
}

/** Returns all texts in a value, under all conditions. */
function leaves(value: unknown): readonly string[] {
  const found: string[] = []
  const open: unknown[] = [value]
  for (const item of open) {
    if (found.length >= TARGETS_MAX || open.length > TARGETS_MAX * 4) break
    if (typeof item === 'string') found.push(item)
    else if (Array.isArray(item)) open.push(...(item as readonly unknown[]))
    else if (isObject(item)) open.push(...Object.values(item))
  }
  return found
}

/** Returns files of a package, and their sources. */
export function sourcesOf(folder: string, targets: readonly string[]): readonly string[] {
  return targets.flatMap((target) => {
    const plain = target.replace(/^\.\//, '').replace(/\.d\.([cm]?)ts$/, '.$1ts')
    return MADE.test(plain)
      ? [joined(folder, plain), joined(folder, plain.replace(MADE, 'src/'))]
      : [joined(folder, plain)]
  })
}
