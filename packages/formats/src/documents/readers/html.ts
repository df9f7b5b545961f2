import { Parser } from 'htmlparser2'
import { decodeText } from '../decode.ts'
import { ELEMENT_DEPTH_MAX, TEXT_CHARS_MAX } from '../limits.ts'
import type { Sink } from '../sink.ts'
import { colourOf, declarations, hidingOf, isInvisibleOn, type Rgb, styleRules, WHITE } from './css.ts'

/** Elements that end a line. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th title tr ul'.split(
    ' ',
  ),
)

/** Elements whose text browsers do not display, with their labels in the result. */
const UNSEEN: Readonly<Record<string, string>> = {
  script: 'scripts',
  style: 'style sheets',
  template: 'templates',
  noscript: 'noscript content',
  title: 'title',
  object: 'fallback text',
  iframe: 'fallback text',
  noframes: 'fallback text',
  datalist: 'not displayed',
}

/** Attributes with text for machines or for assistive technology. */
const TEXT_ATTRIBUTES = ['alt', 'title', 'aria-label', 'aria-description', 'placeholder', 'summary', 'value', 'srcdoc']

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

interface Open {
  readonly name: string
  /** Method that hides the text of this element; inherited. */
  readonly hiding: string | undefined
  readonly colour: Rgb | 'transparent' | undefined
  readonly background: Rgb
}

type Attributes = Readonly<Record<string, string>>
type Rules = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Own limit for the input: longer text would exceed the sink's limit anyway. */
const HTML_CHARS_MAX = TEXT_CHARS_MAX * 20

/** Reads HTML: visible text, and separately comments, metadata and text that styles hide. Nothing is loaded or executed. */
export function readHtml(bytes: Uint8Array, sink: Sink): void {
  readHtmlText(decodeText(bytes).text, sink)
}

export function readHtmlText(whole: string, sink: Sink): void {
  const html = whole.slice(0, HTML_CHARS_MAX)
  const rules: Rules = /<style/i.test(html) ? styleRules(styleText(html)) : new Map()
  const open: Open[] = [{ name: '', hiding: undefined, colour: undefined, background: WHITE }]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > ELEMENT_DEPTH_MAX) throw new Error(`elements nest deeper than ${ELEMENT_DEPTH_MAX}`)
        readAttributes(name, attributes, sink)
        if (BLOCKS.has(name)) sink.text('\n')
        if (!VOID.has(name)) open.push(opened(name, attributes, open.at(-1)!, rules))
      },
      ontext(text) {
        const { hiding, colour, background } = open.at(-1)!
        if (hiding !== undefined) sink.hiddenRun(hiding, text)
        else if (colour === 'transparent') sink.hiddenRun('transparent text', text)
        else if (colour !== undefined && isInvisibleOn(colour, background)) {
          sink.hiddenRun('text in the same color as its background', text)
        } else sink.text(text)
      },
      onclosetag(name) {
        if (BLOCKS.has(name)) sink.text('\n')
        if (open.length > 1 && open.at(-1)!.name === name) open.pop()
      },
      oncomment: (text) => sink.hidden('comments', text),
      oncdatastart: () => undefined,
      onprocessinginstruction(_name, text) {
        if (!/^!doctype\s/i.test(text)) sink.hidden('declarations', text)
      },
    },
    { decodeEntities: true, recognizeCDATA: true },
  )
  for (let at = 0; at < html.length && !sink.full; at += CHUNK_CHARS) parser.write(html.slice(at, at + CHUNK_CHARS))
  parser.end()
  if (html.length < whole.length)
    sink.problem('text_truncated', 'The document exceeds the length limit; the rest was not read.')
}

const CHUNK_CHARS = 256 * 1024

function opened(name: string, attributes: Attributes, parent: Open, rules: Rules): Open {
  const style = styleOf(name, attributes, rules)
  const own = UNSEEN[name] ?? (attributes['hidden'] === undefined ? hidingOf(style) : 'not displayed')
  const colour = colourOf(style.get('color') ?? attributes['color'] ?? attributes['text'] ?? '')
  const background = colourOf(style.get('background-color') ?? style.get('background') ?? attributes['bgcolor'] ?? '')
  return {
    name,
    hiding: parent.hiding ?? own,
    colour: colour ?? parent.colour,
    background: background === undefined || background === 'transparent' ? parent.background : background,
  }
}

function styleOf(name: string, attributes: Attributes, rules: Rules): Map<string, string> {
  const style = new Map<string, string>(rules.get(name))
  if (rules.size > 0) {
    for (const item of (attributes['class'] ?? '').split(/\s+/, 20)) add(style, rules.get(`.${item}`))
    add(style, rules.get(`#${attributes['id'] ?? ''}`))
  }
  if (attributes['style'] !== undefined) add(style, declarations(attributes['style']))
  return style
}

function add(style: Map<string, string>, more: ReadonlyMap<string, string> | undefined): void {
  for (const [name, value] of more ?? []) style.set(name, value)
}

function readAttributes(name: string, attributes: Attributes, sink: Sink): void {
  if (name === 'meta') sink.hidden('metadata', attributes['content'] ?? '')
  for (const key of TEXT_ATTRIBUTES) {
    const value = attributes[key]
    if (value !== undefined) sink.hidden(`${key} attributes`, value)
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('data-') && value.includes(' ')) sink.hidden('data attributes', value)
    if (key.startsWith('on')) sink.hidden('scripts', value)
    if ((key === 'href' || key === 'src') && /^\s*(?:javascript|data|vbscript):/i.test(value)) {
      sink.hidden('links with content', value)
    }
  }
}

/** Returns the text of all style elements, which is read first because they may be anywhere. */
function styleText(html: string): string {
  let css = ''
  let inStyle = false
  const parser = new Parser({
    onopentagname: (name) => void (inStyle = name === 'style'),
    ontext: (text) => void (inStyle && (css += text)),
    onclosetag: () => void (inStyle = false),
  })
  parser.end(html)
  return css
}
