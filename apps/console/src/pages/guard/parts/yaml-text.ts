import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import type { LineProblem } from '../../../ui/code-editor.tsx'

export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 100 })

export interface ReadYaml {
  readonly value: Readonly<Record<string, unknown>>
  readonly broken: readonly LineProblem[]
  /** The line of a place, or of the deepest part of it that is there. */
  lineOf(path: readonly string[]): number
}

/** A map as it was typed, with where each of its places stands. */
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
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown>, broken, lineOf }
    }
    return { value: {}, broken: [{ line: 0, message: 'It must be a map of names and values.' }], lineOf }
  } catch (error) {
    return { value: {}, broken: [{ line: 0, message: error instanceof Error ? error.message : String(error) }], lineOf }
  }
}
