import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  stringify,
  visit,
} from 'yaml'
import type { LineProblem } from '../../../ui/line-problem.ts'
import { isMapping } from './plain.ts'
import { messages } from '../../../messages/guard/parts.ts'

/** Own limit: aliases in a text. */
const WITHIN = { maxAliasCount: 100 }

export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 100 })

export interface ReadYaml {
  readonly value: Readonly<Record<string, unknown>>
  readonly broken: readonly LineProblem[]
  /** Returns the line of a path, or of its deepest existing part. */
  readonly lineOf: (path: readonly string[]) => number
}

/** Parses a map and records the line of each path. */
export function readYaml(text: string): ReadYaml {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const lineOf = (path: readonly string[]): number => {
    let node: unknown = document.contents
    let line = 1
    for (const step of path) {
      const next: unknown = isMap(node)
        ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step)
        : isSeq(node)
          ? { key: node.items[Number(step)], value: node.items[Number(step)] }
          : undefined
      if (next === undefined) break
      const { key, value } = next as { readonly key: unknown; readonly value: unknown }
      const at = (key as { readonly range?: readonly number[] } | undefined)?.range?.[0]
      if (at !== undefined) line = counter.linePos(at).line
      node = value
    }
    return line
  }
  const broken = document.errors.map(({ message, pos }) => ({
    line: counter.linePos(pos[0]).line,
    message: message.split(' at line ')[0] ?? message,
  }))
  if (broken.length > 0) return { value: {}, broken, lineOf }
  try {
    const value: unknown = document.toJS(WITHIN) ?? {}
    if (isMapping(value)) return { value, broken, lineOf }
    return { value: {}, broken: [{ line: 0, message: messages.yamlText.theDocumentMustBeAYamlMapping }], lineOf }
  } catch (error) {
    return { value: {}, broken: [{ line: 0, message: error instanceof Error ? error.message : String(error) }], lineOf }
  }
}

/**
 * Returns the text with one path changed or removed. Keeps comments and order. Aliases are expanded, so that nothing changes elsewhere.
 * The text must be valid.
 * @param remaining number of leading path steps to keep even if they become empty
 */
export function withChange(text: string, path: readonly string[], value: unknown, remaining = 0): string {
  const document = withoutAliases(parseDocument(text))
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth)
    const node = document.getIn(above, true)
    if (!isCollection(node)) {
      if (value === undefined) return text
      document.setIn(above, document.createNode({}))
    }
    const now = document.getIn(above, true)
    if (isCollection(now)) now.flow = false
  }
  if (value === undefined) document.deleteIn(path)
  else replace(document, path, value)
  prune(document, path, remaining)
  if (isMap(document.contents) && document.contents.items.length > 0) document.contents.flow = false
  return document.toString()
}

/** A comment after a value stays with its replacement. */
function replace(document: Document, path: readonly string[], value: unknown): void {
  const before = document.getIn(path, true)
  const node = document.createNode(value)
  if (isNode(before)) {
    node.comment = before.comment ?? null
    node.commentBefore = before.commentBefore ?? null
  }
  document.setIn(path, node)
}

/** Removes entries that have become empty. */
function prune(document: Document, path: readonly string[], remaining: number): void {
  for (let depth = path.length - 1; depth > remaining; depth--) {
    const above = path.slice(0, depth)
    const node = document.getIn(above, true)
    if (isMap(node) && node.items.length === 0) document.deleteIn(above)
  }
}

function withoutAliases(document: Document): Document {
  let isReferring = false
  visit(document, {
    Alias() {
      isReferring = true
      return visit.BREAK
    },
  })
  return isReferring ? new Document(structuredClone(document.toJS(WITHIN)), { aliasDuplicateObjects: false }) : document
}
