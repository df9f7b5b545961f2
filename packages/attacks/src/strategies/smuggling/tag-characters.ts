import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { hiddenInstruction } from '../shared/hidden.ts'

/** Unicode repeats ASCII here, and nothing shows it. */
const TAGS = 0xe0000

export default defineStrategy({
  name: 'tag_characters',
  group: 'smuggling',
  title: 'Unicode tag characters',
  description: 'Encodes the message in invisible tag characters after a benign question.',
  isDefault: true,
  aliases: [
    'ascii-smuggling',
    'AsciiSmugglerConverter',
    'encoding.InjectUnicodeTagChars',
    'unicode_tags',
    'goodside.Tag',
  ],
  isOuter: false,
  steps: 1,
  apply: framed(hiddenInstruction('Unicode tag characters'), (wish) =>
    Array.from(escaped(wish), (one) => String.fromCodePoint(TAGS + one.charCodeAt(0))).join(''),
  ),
})

/** Escapes characters outside of printable ASCII in JSON notation: tags represent printable ASCII only. */
function escaped(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
