import { type ConfigFile, readConfig } from './files.ts'
import { type PlacedJson, type PlacedText, readPlacedJson } from './json-reader.ts'
import { printKey } from './print.ts'
import { quoted } from './quote.ts'

/** How many labels blocks of the outermost level have. */
const LABELS: Readonly<Partial<Record<string, number>>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  variable: 1,
  output: 1,
  provider: 1,
  module: 1,
  locals: 0,
  terraform: 0,
}

/** Attributes that are maps. The JSON form does not distinguish them from blocks. */
const MAPS =
  /^(?:tags|tags_all|default_tags|labels|annotations|variables|environment_variables|metadata|parameters|triggers|keepers|secrets|app_settings|values|for_each|default|value)$/

/** Own limit: characters that one file generates. */
const TEXT_CHARS_MAX = 4 * 1024 * 1024

/**
 * Converts Terraform's JSON syntax to its native syntax.
 * @param isValues whether the file contains only variable values
 * @returns undefined for invalid JSON
 */
export function jsonConfig(path: string, text: string, isValues = false): ConfigFile | undefined {
  const root = readPlacedJson(text)
  if (root?.type !== 'object') return undefined
  const writer = new Writer()
  if (isValues) writer.body(root, true)
  else for (const { key, value } of root.members) writer.outermost(key, value)
  const config = readConfig(path, writer.text)
  return { ...config, origin: (offset) => writer.originOf(offset) }
}

/** Writes code and records its origin. */
class Writer {
  text = ''
  readonly #starts: number[] = [0]
  readonly #places: { readonly from: number; readonly to: number }[] = [{ from: 0, to: 0 }]

  originOf(offset: number): { readonly from: number; readonly to: number } {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return this.#places[low]!
  }

  outermost(key: PlacedText, value: PlacedJson): void {
    const labels = LABELS[key.text]
    if (labels !== undefined) this.#labelled(key, [], value, labels)
  }

  #labelled(type: PlacedText, labels: readonly string[], value: PlacedJson, count: number): void {
    if (value.type === 'array') for (const item of value.values) this.#labelled(type, labels, item, count)
    if (value.type !== 'object') return
    if (count > 0) {
      for (const member of value.members) this.#labelled(type, [...labels, member.key.text], member.value, count - 1)
      return
    }
    this.#write(
      `${type.text} ${labels.map((label) => `${quoted(label)} `).join('')}{\n`,
      labels.length > 0 ? value : type,
    )
    this.body(value, type.text !== 'resource' && type.text !== 'data' && type.text !== 'terraform')
    this.#write('}\n', { start: value.end - 1, end: value.end })
  }

  body(value: PlacedJson, isAttributes: boolean): void {
    if (value.type !== 'object') return
    for (const { key, value: inner } of value.members) {
      if (key.text === '//') continue
      const blocks = isAttributes || MAPS.test(key.text) ? undefined : blocksOf(inner)
      if (key.text === 'dynamic' && inner.type === 'object') this.#dynamic(inner)
      else if (blocks === undefined) {
        this.#write(`${printKey(key.text)} = `, key)
        this.#value(inner)
        this.#write('\n', inner)
      } else for (const block of blocks) this.#block(key.text, key, block)
    }
  }

  #dynamic(value: Extract<PlacedJson, { type: 'object' }>): void {
    for (const { key, value: inner } of value.members) {
      for (const block of blocksOf(inner) ?? []) this.#block(`dynamic ${quoted(key.text)}`, key, block)
    }
  }

  #block(head: string, key: PlacedText, value: PlacedJson): void {
    this.#write(`${head} {\n`, key)
    this.body(value, false)
    this.#write('}\n', { start: value.end - 1, end: value.end })
  }

  #value(value: PlacedJson): void {
    if (value.type === 'word') this.#write(value.word, value)
    else if (value.type === 'text') this.#write(templateOf(value.text), value)
    else if (value.type === 'array') {
      this.#write('[', value)
      for (const item of value.values) {
        this.#value(item)
        this.#write(', ', item)
      }
      this.#write(']', value)
    } else {
      this.#write('{\n', value)
      for (const { key, value: inner } of value.members) {
        this.#write(`${printKey(key.text)} = `, key)
        this.#value(inner)
        this.#write('\n', inner)
      }
      this.#write('}', value)
    }
  }

  #write(text: string, { start, end }: { readonly start: number; readonly end: number }): void {
    if (this.text.length > TEXT_CHARS_MAX) return
    this.#starts.push(this.text.length)
    this.#places.push({ from: start, to: end })
    this.text += text
  }
}

/** Returns the block bodies of a value; undefined for a value that is no block. */
function blocksOf(value: PlacedJson): readonly PlacedJson[] | undefined {
  if (value.type === 'object') return [value]
  if (value.type !== 'array' || value.values.length === 0) return undefined
  return value.values.every((item) => item.type === 'object') ? value.values : undefined
}

/** Returns a text as a template string: `${…}` stays as it is. */
function templateOf(text: string): string {
  let written = ''
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    const opens = (char === '$' || char === '%') && text[at + 1] === '{' && depth === 0 && text[at - 1] !== char
    if (opens) {
      written += `${char}{`
      depth = 1
      at += 1
    } else if (depth > 0) {
      if (char === '{') depth += 1
      else if (char === '}') depth -= 1
      written += char
    } else if (char === '"' || char === '\\') written += `\\${char}`
    else written += char === '\n' ? '\\n' : char === '\r' ? '\\r' : char
  }
  return `"${written}"`
}
