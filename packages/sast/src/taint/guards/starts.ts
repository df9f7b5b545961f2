import { type Instruction, NONE, type Register } from '../ir.ts'
import type { At, Definition, Definitions } from './definitions.ts'
import type { KnownValues, Spot } from './known.ts'
import type { Call } from './truth.ts'

/** Names of path separator constants. */
const SEPARATOR =
  /^(?:sep|separator|separatorChar|Separator|PathSeparator|SEPARATOR|DirectorySeparatorChar|DIRECTORY_SEPARATOR)$/

/** Own limit: nested texts in the search for a suffix. */
const DEPTH_MAX = 6

/** Whether a path is below another path that it starts with. As texts, `/srv/data` is also a prefix of `/srv/data-of-others`. */
export function isBelow(
  values: KnownValues,
  call: Call,
  value: Register,
  start: Register,
  at: At,
  inside: Definitions,
): boolean {
  return (
    call.method === 'is_relative_to' ||
    isByParts(inside, value, at) ||
    endsWithSeparator(values, { in: inside, register: start, at }, 0)
  )
}

function endsWithSeparator(values: KnownValues, spot: Spot, depth: number): boolean {
  const constant = values.constant(spot)
  if (constant !== undefined) return typeof constant === 'string' && /[/\\]$/.test(constant)
  const found = depth > DEPTH_MAX ? undefined : values.of(spot)
  if (found === undefined) return false
  const { one, at, in: inside } = found
  const last = lastOf(one)
  if (last !== undefined) return endsWithSeparator(values, { in: inside, register: last, at }, depth + 1)
  if (one.op === 'member') return SEPARATOR.test(one.key ?? '')
  if (one.op === 'global' || one.op === 'import') return SEPARATOR.test(one.name.split(/[.:]/).at(-1) ?? '')
  // `os.path.join(root, "")`
  const end = one.op === 'call' && one.name === 'os.path.join' ? one.arguments.at(-1) : undefined
  return end !== undefined && values.constant({ in: inside, register: end.value, at }) === ''
}

function lastOf(instruction: Instruction): Register | undefined {
  return instruction.op === 'combine' &&
    (instruction.kind === 'text' || instruction.kind === 'whole' || instruction.kind === 'either')
    ? instruction.from.at(-1)
    : undefined
}

const TEXTS =
  /^(?:toString|getCanonicalPath|getPath|getAbsolutePath|canonicalPath|absolutePath|path|invariantSeparatorsPath|pathString)$/
const PATHS =
  /^(?:normalize|toRealPath|toAbsolutePath|getCanonicalFile|canonicalFile|getAbsoluteFile|absoluteFile|toPath|toFile)$/

/** Whether paths are compared by component: path objects of Java and Kotlin, and those of Rust. */
function isByParts(inside: Definitions, register: Register, from: At): boolean {
  const { language, fn } = inside
  if (language === 'rust') return true
  if (language !== 'java' && language !== 'kotlin') return false
  let next = register
  let at = from
  for (let depth = 0; depth < DEPTH_MAX && next !== NONE; depth += 1) {
    const type = fn.types?.get(next)
    if (type !== undefined) return /(?:^|\.)(?:Path|File)\??$/.test(type)
    const found = inside.of(next, at)
    if (found === undefined) return false
    const { one } = found
    at = found.at
    if (one.op === 'read' || one.op === 'assign') next = one.from
    else if (one.op === 'combine' && one.kind === 'either') next = one.from.at(-1) ?? NONE
    else if (one.op === 'member') return PATHS.test(one.key ?? '')
    else return one.op === 'call' && PATHS.test(one.method) && !TEXTS.test(one.method)
  }
  return false
}

/** Returns the paths of `os.path.commonpath([root, path])`, which computes their common prefix. */
export function sharedPathOf(
  values: KnownValues,
  found: Definition | undefined,
  inside: Definitions,
): readonly Register[] | undefined {
  if (found?.one.op !== 'call' || !/^(?:os\.path|posixpath|ntpath)\.commonpath$/.test(found.one.name)) return undefined
  const list = values.of({ in: inside, register: found.one.arguments[0]?.value ?? NONE, at: found.at })
  return list?.one.op === 'make' && list.in === inside ? list.one.entries.map(({ value }) => value) : undefined
}
