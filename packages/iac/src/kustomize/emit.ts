import type { RenderedRange } from '../rendered.ts'
import type { ObjectNode, Source } from './node.ts'

/** Own limit: characters of the output of one overlay. */
const CHARS_MAX = 4 * 1024 * 1024

/** Words and forms with another meaning without quotes. */
const PLAIN = /^[A-Za-z_./][\w./@+-]{0,200}$/
const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|~)$/i

/** Returns objects as YAML, with the origin of each piece; undefined where they are too large. */
export function emitObjects(
  objects: readonly ObjectNode[],
): { readonly text: string; readonly pieces: readonly RenderedRange[] } | undefined {
  const out = new Emitter()
  for (const [at, objectNode] of objects.entries()) {
    if (at > 0) out.made('---\n')
    out.node(objectNode, '')
    if (out.length > CHARS_MAX) return undefined
  }
  return out.done()
}

class Emitter {
  readonly #chunks: string[] = []
  readonly #pieces: RenderedRange[] = []
  length = 0

  made(text: string): void {
    this.#chunks.push(text)
    this.length += text.length
  }

  from(text: string, { file, from, to }: Source): void {
    const start = this.length
    this.made(text)
    this.#pieces.push({ start, end: this.length, file, from, to })
  }

  /** A node of its own lines. */
  node(node: ObjectNode, indent: string): void {
    if (node.type === 'scalar') {
      this.from(scalarText(node.value), node.source)
      this.made('\n')
    } else if (node.type === 'map') {
      let isFirst = true
      for (const [key, { key: place, value }] of node.entries) {
        // The first key starts where the node starts.
        if (!isFirst) this.made(indent)
        isFirst = false
        this.from(keyText(key), place)
        this.made(':')
        this.#value(value, `${indent}  `)
      }
    } else {
      for (const [at, item] of node.items.entries()) {
        if (at > 0) this.made(indent)
        this.made('- ')
        if (isEmpty(item)) this.#empty(item)
        else this.node(item, `${indent}  `)
      }
    }
  }

  #value(value: ObjectNode, indent: string): void {
    if (isEmpty(value)) {
      this.made(' ')
      this.#empty(value)
    } else if (value.type === 'scalar') {
      this.made(' ')
      this.node(value, indent)
    } else {
      this.made(`\n${indent}`)
      this.node(value, indent)
    }
  }

  #empty(node: ObjectNode): void {
    this.from(node.type === 'map' ? '{}' : '[]', node.source)
    this.made('\n')
  }

  done(): { readonly text: string; readonly pieces: readonly RenderedRange[] } {
    return { text: this.#chunks.join(''), pieces: this.#pieces }
  }
}

function isEmpty(node: ObjectNode): boolean {
  return (node.type === 'map' && node.entries.size === 0) || (node.type === 'list' && node.items.length === 0)
}

function keyText(key: string): string {
  return PLAIN.test(key) && !WORDS.test(key) ? key : JSON.stringify(key)
}

function scalarText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? 'null' : String(value)
  return PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value)
}
