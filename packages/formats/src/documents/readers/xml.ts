import { Parser } from 'htmlparser2'
import { ELEMENT_DEPTH_MAX } from '../limits.ts'
import type { Sink } from '../sink.ts'
import { decodeText } from '../decode.ts'
import { UsualNames } from './namespaces.ts'

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
  comment?(text: string): void
  /** A document type or a processing instruction, as written. */
  instruction?(text: string): void
}

/** Size of the chunks for the parser, so that a reader can stop between them. */
const CHUNK_CHARS = 256 * 1024

/**
 * Parses XML. Declared entities are never expanded and nothing external is loaded: the parser supports only predefined and numeric
 * references. Names of Office XML have their usual prefixes.
 * @param stopped polled during parsing; true ends it
 */
export function walkXml(xml: string, handler: XmlHandler, stopped: () => boolean = () => false): void {
  let depth = 0
  const names = new UsualNames()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > ELEMENT_DEPTH_MAX) throw new Error(`elements nest deeper than ${ELEMENT_DEPTH_MAX}`)
        names.declare(attributes)
        handler.open?.(names.name(name), names.attributes(attributes))
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name) {
        depth -= 1
        handler.close?.(names.name(name))
      },
      oncomment: (text) => handler.comment?.(text),
      onprocessinginstruction: (_name, text) => handler.instruction?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length && !stopped(); at += CHUNK_CHARS) {
    parser.write(xml.slice(at, at + CHUNK_CHARS))
  }
  parser.end()
}

/** Any XML: text and attribute values are seen, comments and declarations are not. */
export function readXml(bytes: Uint8Array, sink: Sink): void {
  const { text: xml } = decodeText(bytes)
  let declaresEntities = false
  walkXml(
    xml,
    {
      open(_name, attributes) {
        for (const [key, value] of Object.entries(attributes)) {
          if (!key.startsWith('xmlns') && value.trim() !== '') sink.text(`${value}\n`)
        }
      },
      text(text) {
        if (text.trim() !== '') sink.text(text)
      },
      close: () => sink.text('\n'),
      comment: (text) => sink.hidden('comments', text),
      instruction(text) {
        if (/<!ENTITY/i.test(text)) declaresEntities = true
        if (!text.startsWith('?xml ')) sink.hidden('declarations', text)
      },
    },
    () => sink.full,
  )
  if (declaresEntities || /<!ENTITY/i.test(xml.slice(0, CHUNK_CHARS))) {
    sink.note('The document declares entities. They were not expanded.')
  }
}
