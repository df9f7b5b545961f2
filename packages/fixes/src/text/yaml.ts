import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml'
import { eolOf } from './splice.ts'

/** A YAML text with the maps around a position, the innermost first. */
export interface YamlPlace {
  readonly text: string
  readonly maps: readonly YAMLMap[]
}

/** Own limit: larger files are generated. */
const YAML_CHARS_MAX = 1024 * 1024

/** Returns the maps around a position. Undefined for texts that are no valid YAML, e.g. templates. */
export function yamlAt(text: string, line: number, column = 1): YamlPlace | undefined {
  if (text.length > YAML_CHARS_MAX) return undefined
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })
  const start = lines.lineStarts[line - 1]
  if (start === undefined || documents.some(({ errors }) => errors.length > 0)) return undefined
  const blank = /^[ \t]*(?:- +)*/.exec(text.slice(start))?.[0].length ?? 0
  const at = start + Math.max(column - 1, blank)
  const maps: YAMLMap[] = []
  for (const { contents } of documents) collectMaps(contents, at, maps)
  return { text, maps }
}

function collectMaps(node: unknown, at: number, maps: YAMLMap[]): void {
  if (!isCollection(node) || !node.range || at < node.range[0] || at >= node.range[2]) return
  if (isMap(node)) maps.unshift(node)
  for (const item of node.items) collectMaps(isPair(item) ? item.value : item, at, maps)
}

/** Returns the name of a key. */
function keyOf({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined
}

/** Returns the entry of a map by its key. */
export function entryOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => keyOf(pair) === key)
}

/**
 * Sets a value at a path below a map; missing maps are added. Comments and all other characters stay.
 * @param value as YAML on one line
 * @returns undefined where the path leads through something other than a map
 */
export function withYamlValue(text: string, map: YAMLMap, path: readonly string[], value: string): string | undefined {
  const [key, ...rest] = path
  if (key === undefined) return undefined
  const entry = entryOf(map, key)
  if (entry === undefined) return withEntry(text, map, path, value)
  const known: unknown = entry.value
  if (rest.length > 0) return isMap(known) ? withYamlValue(text, known, rest, value) : undefined
  if (!isScalar(known) || !known.range) return undefined
  return text.slice(0, known.range[0]) + value + text.slice(known.range[1])
}

function withEntry(text: string, map: YAMLMap, path: readonly string[], value: string): string | undefined {
  if (!map.range) return undefined
  if (map.flow === true) {
    const end = map.range[1] - 1
    const lead = map.items.length === 0 ? ' ' : ', '
    const kept = text.slice(0, end).trimEnd()
    return `${kept}${lead}${flowOf(path, value)} ${text.slice(end)}`
  }
  const first = map.items[0]?.key
  if (!isScalar(first) || !first.range) return undefined
  const lineStart = text.lastIndexOf('\n', first.range[0] - 1) + 1
  const indent = ' '.repeat(first.range[0] - lineStart)
  const end = contentEnd(map)
  const stop = lineEnd(text, end)
  const eol = eolOf(text)
  const lines = path.map((key, depth) => `${indent}${'  '.repeat(depth)}${key}:`)
  lines[lines.length - 1] += ` ${value}`
  return text.slice(0, stop) + eol + lines.join(eol) + text.slice(stop)
}

function flowOf(path: readonly string[], value: string): string {
  return path.reduceRight(
    (inner, key, at) => (at === path.length - 1 ? `${key}: ${inner}` : `${key}: { ${inner} }`),
    value,
  )
}

/** Offset after the last character of a node, without the comments and line breaks behind it. */
function contentEnd(node: unknown): number {
  if (isPair(node)) return contentEnd(node.value ?? node.key)
  if (isCollection(node) && node.flow !== true && node.items.length > 0) return contentEnd(node.items.at(-1))
  const range = (node as Node | null)?.range
  return range?.[1] ?? 0
}

/** Offset of the end of the line, before its line break; an offset behind a line break belongs to the line before it. */
function lineEnd(text: string, offset: number): number {
  let at = offset
  while (at > 0 && /\s/.test(text[at - 1]!)) at -= 1
  const next = text.indexOf('\n', at)
  const end = next === -1 ? text.length : next
  return text[end - 1] === '\r' ? end - 1 : end
}
