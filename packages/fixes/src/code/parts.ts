import { callAt, codeOf, type CodeLanguage, splitAt, stringEnd } from './scan.ts'

/** A piece of a text that a program builds: written in a literal, with its escapes, or computed. */
export interface Part {
  readonly text?: string
  readonly code?: string
}

/** The pieces of a text, and the quote of its first literal. */
export interface BuiltText {
  readonly parts: readonly Part[]
  readonly quote: string
}

/** How a literal of a language contains expressions. */
const INTERPOLATIONS: Readonly<Partial<Record<CodeLanguage, RegExp>>> = {
  javascript: /\$\{([^{}`]*)\}/g,
  python: /\{([^{}:!=]*)\}/g,
  ruby: /#\{([^{}]*)\}/g,
  php: /\{(\$[^{}]*)\}|(\$[A-Za-z_]\w*)(?![\w[]|->)/g,
  csharp: /\{([^{}:,]*)\}/g,
}

/**
 * Returns the pieces of an expression that builds a text by concatenation, interpolation or formatting.
 * @returns undefined for other expressions
 */
export function builtText(code: string, language: CodeLanguage): BuiltText | undefined {
  const built = formatted(code, language) ?? joined(code, language)
  return built?.parts.some((part) => part.code !== undefined) === true ? built : undefined
}

/** `a + "b"`, and `a . "b"` in PHP. */
function joined(code: string, language: CodeLanguage): BuiltText | undefined {
  const operands = splitAt(code, { start: 0, end: code.length }, language === 'php' ? '.' : '+')
  if (operands === undefined) return undefined
  const parts: Part[] = []
  let quote: string | undefined
  for (const range of operands) {
    const operand = codeOf(code, range)
    const literal = literalOf(operand, language)
    if (literal === undefined) {
      // Other operators bind more loosely than the concatenation, or their text is unknown.
      if (operand === '' || /[?&|]|==|["'`]$/.test(operand)) return undefined
      parts.push({ code: operand })
    } else {
      quote ??= literal.quote
      parts.push(...literal.parts)
    }
  }
  return quote === undefined ? undefined : { parts, quote }
}

/** `"%s" % a` and `"{}".format(a)` in Python, `fmt.Sprintf("%s", a)` in Go, `format!("{}", a)` in Rust. */
function formatted(code: string, language: CodeLanguage): BuiltText | undefined {
  if (language === 'python') {
    const end = /^[rRuU]?["']/.test(code) ? stringEnd(code, /["']/.exec(code)!.index) : 0
    const rest = code.slice(end).trimStart()
    const literal = end === 0 ? undefined : literalOf(code.slice(0, end), language)
    if (literal === undefined || literal.parts.length !== 1) return undefined
    const percent = /^%\s*/.exec(rest)
    if (percent !== null) return filled(literal, valuesOf(rest.slice(percent[0].length)), /%[sd]/g, /%[^sd]/)
    if (!rest.startsWith('.format(')) return undefined
    const call = callAt(rest, '.format'.length)
    const isEnd = call !== undefined && call.close === rest.length - 1
    return isEnd
      ? filled(
          literal,
          call.args.map((one) => codeOf(rest, one)),
          /\{\}/g,
          /\{[^}]/,
        )
      : undefined
  }
  const [, name] = /^(fmt\.Sprintf|&?format!|String\.format)\(/.exec(code) ?? []
  if (name === undefined) return undefined
  const call = callAt(code, name.length)
  const [first, ...values] = call?.args ?? []
  if (call === undefined || first === undefined || call.close !== code.length - 1) return undefined
  const literal = literalOf(codeOf(code, first), language)
  if (literal === undefined) return undefined
  const codes = values.map((one) => codeOf(code, one))
  return name.endsWith('format!')
    ? filled(literal, codes, /\{\}/g, /\{[^}]/)
    : filled(literal, codes, /%[sdv]/g, /%[^sdv]/)
}

/** A tuple, or one value. */
function valuesOf(code: string): readonly string[] {
  if (!code.startsWith('(')) return /[%+]/.test(code) ? [] : [code]
  const call = callAt(code, 0)
  return call === undefined || call.close !== code.length - 1 ? [] : call.args.map((one) => codeOf(code, one))
}

function filled(
  { parts: [only], quote }: BuiltText,
  values: readonly string[],
  placeholder: RegExp,
  other: RegExp,
): BuiltText | undefined {
  const text = only?.text ?? ''
  if (other.test(text.replaceAll(placeholder, ''))) return undefined
  const texts = text.split(placeholder)
  if (texts.length !== values.length + 1) return undefined
  const parts = texts.flatMap((one, at): Part[] => [
    { text: one },
    ...(at < values.length ? [{ code: values[at]! }] : []),
  ])
  return { parts, quote }
}

/** Prefixes of literals with expressions. */
const INTERPOLATED: Readonly<Partial<Record<CodeLanguage, RegExp>>> = {
  javascript: /^`/,
  python: /^[fF]["']/,
  ruby: /^"/,
  php: /^"/,
  csharp: /^\$"/,
}

/** Reads one string literal. Undefined for other code, raw texts and texts over lines. */
function literalOf(code: string, language: CodeLanguage): BuiltText | undefined {
  const start = /^(?:[fFuU]|\$)?(?=["'`])/.exec(code)?.[0].length
  if (start === undefined || stringEnd(code, start) !== code.length) return undefined
  const quote = code[start]!
  if (code.startsWith(quote.repeat(3), start)) return undefined
  const inside = code.slice(start + 1, -1)
  if (quote === '`' && language !== 'javascript') return undefined
  if (INTERPOLATED[language]?.test(code) !== true) return { parts: [{ text: inside }], quote }
  const parts: Part[] = []
  let from = 0
  for (const match of inside.matchAll(INTERPOLATIONS[language]!)) {
    parts.push({ text: inside.slice(from, match.index) }, { code: (match[1] ?? match[2] ?? '').trim() })
    from = match.index + match[0].length
  }
  parts.push({ text: inside.slice(from) })
  const isWhole = parts.every(({ text = '', code: own = 'x' }) => own !== '' && !REST[language]!.test(text))
  return isWhole ? { parts, quote: quote === '`' ? "'" : quote } : undefined
}

/** Interpolations of a form that is not read, in the text between the others. */
const REST: Readonly<Partial<Record<CodeLanguage, RegExp>>> = {
  javascript: /\$\{|["\n]|(?<!\\)\\n/,
  python: /[{}]/,
  ruby: /#[{$@]/,
  php: /(?<!\\)\$[A-Za-z_{]|\{\$/,
  csharp: /[{}]/,
}
