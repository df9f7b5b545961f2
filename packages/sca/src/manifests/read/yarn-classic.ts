/** Entry of a yarn 1 lock file. */
export interface YarnEntry {
  /** `name@range`, all that it answers to. */
  readonly descriptors: readonly string[]
  readonly version: string | undefined
  readonly resolved: string | undefined
  readonly integrity: string | undefined
  readonly dependencies: readonly { readonly name: string; readonly range: string; readonly isOptional: boolean }[]
  readonly line: number
}

interface Open {
  readonly descriptors: readonly string[]
  readonly fields: Map<string, string>
  readonly dependencies: { readonly name: string; readonly range: string; readonly isOptional: boolean }[]
  readonly line: number
}

/** Parses the lock file format of yarn 1, which resembles YAML. Unknown lines are skipped. */
export function readYarnClassic(text: string): readonly YarnEntry[] {
  const found: Open[] = []
  let block = ''
  let number = 0
  for (const raw of text.split('\n')) {
    number += 1
    const line = raw.trimEnd()
    const word = line.trimStart()
    const indent = line.length - word.length
    if (word === '' || word.startsWith('#')) continue
    const entry = found.at(-1)
    if (indent === 0) {
      block = ''
      found.push({ descriptors: descriptorsOf(word), fields: new Map(), dependencies: [], line: number })
    } else if (indent <= 2 && word.endsWith(':')) {
      block = word.slice(0, -1)
    } else if (indent <= 2) {
      block = ''
      const [key, value] = pairOf(word)
      entry?.fields.set(key, value)
    } else if (block === 'dependencies' || block === 'optionalDependencies') {
      const [name, range] = pairOf(word)
      entry?.dependencies.push({ name, range, isOptional: block === 'optionalDependencies' })
    }
  }
  return found.map(({ fields, ...rest }) => ({
    ...rest,
    version: fields.get('version'),
    resolved: fields.get('resolved'),
    integrity: fields.get('integrity'),
  }))
}

/** `"a@1 || 2", a@^1:` */
function descriptorsOf(word: string): string[] {
  return word
    .replace(/:$/, '')
    .split(', ')
    .map((item) => unquoted(item.trim()))
}

/** `key value` with quotes around either. */
function pairOf(word: string): readonly [string, string] {
  const end = word.startsWith('"') ? word.indexOf('"', 1) + 1 : word.indexOf(' ')
  return end <= 0 ? [unquoted(word), ''] : [unquoted(word.slice(0, end)), unquoted(word.slice(end).trim())]
}

function unquoted(word: string): string {
  return word.length >= 2 && word.startsWith('"') && word.endsWith('"') ? word.slice(1, -1) : word
}
