import { isMap, isSeq, type Node, parseDocument } from 'yaml'
import type { Rendered, RenderedRange } from '../rendered.ts'
import { callOf, type Known, isNode, Values } from './values.ts'

/** Text that only a CloudFormation template contains. */
const RESOURCES = /(?:^|[\s"'{,])Resources["']?\s{0,9}:/
const TYPE = /\bType["']?\s{0,9}:\s{0,9}["']?(?:AWS|Alexa|Custom)::/

/** How far before its value a tag is looked for. */
const TAG_UNITS_MAX = 1_000

/** Own limit: deeper templates are not written by hand. */
const DEPTH_MAX = 100

/** A part of a template with a known value. */
interface Filled {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Renders a template: replaces functions by their values, from parameter defaults, mappings, conditions and string functions. Unknown
 * values stay as written.
 * @returns undefined for a text that is no template, or without any known value
 */
export function renderTemplate(path: string, text: string, language: string): Rendered | undefined {
  if (!RESOURCES.test(text) || !TYPE.test(text)) return undefined
  const root = rootOf(text)
  if (!isMap(root)) return undefined
  const values = new Values(root)
  const filled: Filled[] = []
  for (const part of ['Resources', 'Globals']) {
    const found: unknown = root.get(part, true)
    if (isNode(found)) collect(found, text, values, filled, 0)
  }
  return filled.length === 0 ? undefined : assembled(path, text, language, filled)
}

function rootOf(text: string): unknown {
  try {
    const { contents, errors } = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
    return errors.length === 0 ? contents : undefined
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function collect(node: Node, text: string, values: Values, filled: Filled[], depth: number): void {
  if (depth > DEPTH_MAX) return
  const value = callOf(node) === undefined ? undefined : values.of(node)
  const range = value === undefined ? undefined : rangeOf(node, text)
  if (value !== undefined && range !== undefined) {
    filled.push({ ...range, text: written(value) })
    return
  }
  if (isMap(node)) {
    for (const pair of node.items) if (isNode(pair.value)) collect(pair.value, text, values, filled, depth + 1)
  } else if (isSeq(node)) {
    for (const item of node.items) if (isNode(item)) collect(item, text, values, filled, depth + 1)
  }
}

/** Returns the range of a function, including its tag. */
function rangeOf(node: Node, text: string): { readonly from: number; readonly to: number } | undefined {
  const { range } = node
  if (range === null || range === undefined) return undefined
  const tag = 'tag' in node && node.tag !== undefined && node.tag.startsWith('!') ? node.tag : undefined
  const before = Math.max(0, range[0] - TAG_UNITS_MAX)
  const at = tag === undefined ? 0 : text.slice(before, range[0] + tag.length).lastIndexOf(tag)
  let to = range[1]
  while (to > range[0] && text.charCodeAt(to - 1) <= 32) to -= 1
  if (at === -1) return undefined
  return { from: tag === undefined ? range[0] : before + at, to }
}

function written(value: Known): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function assembled(path: string, text: string, language: string, filled: readonly Filled[]): Rendered {
  const pieces: RenderedRange[] = []
  let rendered = ''
  let at = 0
  const add = (from: number, to: number, as: string): void => {
    if (as !== '') pieces.push({ start: rendered.length, end: rendered.length + as.length, file: path, from, to })
    rendered += as
  }
  for (const { from, to, text: known } of filled.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue
    add(at, from, text.slice(at, from))
    add(from, to, known)
    at = to
  }
  add(at, text.length, text.slice(at))
  return { path, language, text: rendered, pieces, gaps: [] }
}
