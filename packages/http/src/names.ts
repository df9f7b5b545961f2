const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Returns the first duplicate name in an object of a JSON text. Parsers differ in which value they use, so that the checked value may
 * differ from the executed one. Takes linear time. The text must be valid JSON.
 */
export function repeatedName(text: string): string | undefined {
  return resultOf(searchRepeatedName(text, text.length))
}

/** Runs an incremental task to its end. */
export function resultOf<Result>(steps: Iterator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Implements {@link repeatedName}, yielding after each piece of the text. */
export function* searchRepeatedName(text: string, piece_chars: number): Generator<undefined, string | undefined> {
  // Names of the open objects; undefined for a list.
  const open: (Set<string> | undefined)[] = []
  let isNameNext = false
  let piece = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at - piece >= piece_chars) {
      piece = at
      yield
    }
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at + 1)
      const names = open.at(-1)
      if (isNameNext && names !== undefined) {
        const name = nameOf(text.slice(at, end + 1))
        if (names.has(name)) return name
        names.add(name)
        isNameNext = false
      }
      at = end
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      isNameNext = code === OPEN_BRACE
      open.push(isNameNext ? new Set() : undefined)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      open.pop()
      isNameNext = false
    } else if (code === COMMA) {
      isNameNext = open.at(-1) !== undefined
    }
  }
  return undefined
}

/** Returns a member name with escapes decoded. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

/** Returns the position of the quote that ends a string whose first character is at `at`, or the text's length. */
export function endOfString(text: string, at: number): number {
  let position = at
  for (const near = Math.min(text.length, at + NEAR_CHARS); position < near;) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) return position
    position += code === BACKSLASH ? 2 : 1
  }
  // For long strings `indexOf` is several times as fast.
  for (let end = text.indexOf('"', position); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (before > position && text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** Most strings are shorter than this. */
const NEAR_CHARS = 32
