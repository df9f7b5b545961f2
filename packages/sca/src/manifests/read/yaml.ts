import { Failure } from '@gatehouse/kernel'
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { readPlainYaml } from './plain-yaml.ts'
import { DEPTH_MAX, Table, type Value } from './value.ts'

/** Maximum length of complex YAML in UTF-16 units: some seconds of work. */
const YAML_UNITS_MAX = 1024 * 1024
/** Deeper brackets than any lock file has: they cost the reader more than their length. */
const FLOW_RUN = /[[{](?:[ \t]*[[{]){60}/

/**
 * Parses the first document of a YAML text with the core schema; dates are strings and merges are ignored.
 * @throws {Failure} `invalid_request` naming the line of the error
 */
export function readYaml(text: string): Value {
  return readPlainYaml(text) ?? readFullYaml(text)
}

/** Of any YAML, as {@link readYaml}. */
export function readFullYaml(text: string): Value {
  if (text.length > YAML_UNITS_MAX) throw new Failure('invalid_request', 'The file is longer than the YAML limit.')
  if (FLOW_RUN.test(text)) throw new Failure('invalid_request', 'The YAML is nested too deeply.')
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    schema: 'failsafe',
  })
  const [error] = document.errors
  if (error !== undefined) {
    throw new Failure('invalid_request', `Invalid YAML in line ${lines.linePos(error.pos[0]).line}.`)
  }
  return valueOf(document.contents, new Converter(lines), 0)
}

class Converter {
  /** Aliases are supported for text only: aliases of collections multiply the content. */
  readonly anchors = new Map<string, string>()
  readonly #lines: LineCounter

  constructor(lines: LineCounter) {
    this.#lines = lines
  }

  lineOf(node: unknown): number | undefined {
    const start = isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined
    return start === undefined ? undefined : this.#lines.linePos(start).line
  }
}

function valueOf(node: unknown, converter: Converter, depth: number): Value {
  if (depth > DEPTH_MAX) throw new Failure('invalid_request', 'It is nested too deeply.')
  if (isAlias(node)) return converter.anchors.get(node.source) ?? null
  if (isScalar(node)) {
    const text = typeof node.value === 'string' ? node.value : null
    if (node.anchor !== undefined && text !== null) converter.anchors.set(node.anchor, text)
    return text === '' && node.type === 'PLAIN' ? null : text
  }
  if (isSeq(node)) return node.items.map((item) => valueOf(item, converter, depth + 1))
  if (!isMap(node)) return null
  const table = new Table(converter.lineOf(node))
  for (const { key, value } of node.items) {
    const name = valueOf(key, converter, depth + 1)
    if (typeof name === 'string') table.set(name, valueOf(value, converter, depth + 1), converter.lineOf(key))
  }
  return table
}
