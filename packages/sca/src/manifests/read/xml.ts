import { Failure } from '@gatehouse/kernel'
import { Parser } from 'htmlparser2'

/** Element with its content. */
export interface Element {
  /** Without its namespace. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** All text directly in it, trimmed. */
  readonly text: string
  readonly line: number
}

/** Maximum nesting and number of elements per document. Own limits: a POM has tens and thousands. */
const DEPTH_MAX = 100
const ELEMENTS_MAX = 500_000

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  readonly texts: string[]
  readonly line: number
}

/**
 * Parses an XML document and returns its root. Entity declarations are ignored, so that no expansion happens and no file is fetched.
 * @throws {Failure} `invalid_request` when it has no root, is nested too deeply, or its tags do not match
 */
export function readXml(text: string): Element {
  const lineAt = lineCounter(text)
  const stack: Open[] = [open('', new Map(), 1)]
  let count = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (stack.length > DEPTH_MAX || ++count > ELEMENTS_MAX)
          throw wrong('it has too many elements, or they are nested too deeply')
        stack.push(open(local(name), new Map(Object.entries(attributes)), lineAt(parser.startIndex)))
      },
      ontext(piece) {
        stack.at(-1)?.texts.push(piece)
      },
      onclosetag(_name, implied) {
        // The parser reports self-closing elements like `<a/>` in the same way.
        if (implied && text[parser.endIndex - 1] !== '/') throw wrong('a tag is not closed')
        const done = stack.pop()
        if (done !== undefined) stack.at(-1)?.children.push(closed(done))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  const root = stack[0]?.children[0]
  if (root === undefined || stack.length !== 1) throw wrong('it has no root element')
  return root
}

/** First child of a name. */
export function child(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let here = element
  for (const name of path) here = here?.children.find((item) => item.name === name)
  return here
}

export function children(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((item) => item.name === name) ?? []
}

function open(name: string, attributes: ReadonlyMap<string, string>, line: number): Open {
  return { name, attributes, children: [], texts: [], line }
}

function closed({ texts, ...rest }: Open): Element {
  return { ...rest, text: texts.join('').trim() }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns the line of an offset; offsets must ascend. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

function wrong(subject: string): Failure {
  return new Failure('invalid_request', `Invalid XML: ${subject}.`)
}
