import { normalOf } from '../../text/normal.ts'

// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
/** Characters that address parsers read as a dot (UTS 46). */
const DOTS = /[\u3002\uff0e\uff61]/gu

/** Returns a text as displayed: without invisible characters, with lookalike letters replaced, and one kind of dot. */
export function plainOf(text: string): string {
  if (ASCII.test(text)) return text
  const dotted = text.replaceAll(DOTS, '.')
  return normalOf(dotted).rendering?.text ?? dotted
}
