import { withPythonImport } from '../secrets/imports.ts'
import { literal } from '../text/splice.ts'
import { builtText, type Part } from './parts.ts'
import { type Call, callAround, calleeOf, codeOf, type CodeLanguage } from './scan.ts'

/** Signs that only a shell interprets. */
const SHELL = /[|&;<>$`*?~(){}[\]#!\\\n]/

/** A program of its own: no assignment and no command of the shell. */
const PROGRAM = /^(?!(?:cd|export|source|set|alias|eval|exec|type|ulimit|umask|read|wait|test|trap|unset)$)[\w./+-]+$/

/** Converts a value to a text where a list of arguments requires one: formatting and concatenation convert values by themselves. */
const AS_TEXT: Readonly<Partial<Record<CodeLanguage, (code: string) => string>>> = {
  javascript: (code) => `String(${code})`,
  ruby: (code) => (/^[\w@.[\]'":()]+$/.test(code) ? `${code}.to_s` : `(${code}).to_s`),
  java: (code) => (/^\w+$/.test(code) ? code : `String.valueOf(${code})`),
}

/** Splits a command into its words as code: literals, expressions and their concatenations. Undefined where it needs a shell. */
function wordsOf(parts: readonly Part[], quote: string, join: string): readonly string[] | undefined {
  const words: Part[][] = [[]]
  let open = ''
  for (const { text, code } of parts) {
    if (code !== undefined) {
      words.at(-1)!.push({ code })
      continue
    }
    if (SHELL.test(text!)) return undefined
    for (const sign of text!) {
      if ((sign === '"' || sign === "'") && (open === '' || open === sign)) open = open === '' ? sign : ''
      else if (sign === ' ' && open === '') words.push([])
      else words.at(-1)!.push({ text: sign })
    }
  }
  const full = words.filter((word) => word.length > 0)
  // The program itself is not chosen by a value.
  if (open !== '' || full[0]?.some(({ code }) => code !== undefined) !== false) return undefined
  if (!PROGRAM.test(full[0].map(({ text = '' }) => text).join(''))) return undefined
  return full.map((word) => wordCode(word, quote, join))
}

function wordCode(word: readonly Part[], quote: string, join: string): string {
  const pieces: string[] = []
  let text = ''
  for (const part of word) {
    if (part.text !== undefined) {
      text += part.text
      continue
    }
    if (text !== '') pieces.push(quote + text + quote)
    text = ''
    pieces.push(part.code!)
  }
  if (text !== '') pieces.push(quote + text + quote)
  return pieces.join(join)
}

type Rewrite = (text: string, call: Call, words: readonly string[]) => string | undefined

const REWRITES: Readonly<Partial<Record<CodeLanguage, Rewrite>>> = {
  python(text, call, words) {
    const callee = calleeOf(text, call)
    const list = `[${words.join(', ')}]`
    if (callee === 'os.system' && call.args.length === 1) {
      const start = call.open - callee.length
      const changed = `${text.slice(0, start)}subprocess.run(${list}).returncode${text.slice(call.close + 1)}`
      return withPythonImport(changed, 0, 'subprocess')
    }
    if (!/^subprocess\.\w+$/.test(callee)) return undefined
    const rest = call.args
      .slice(1)
      .map((one) => codeOf(text, one))
      .filter((one) => !/^shell\s*=\s*True$/.test(one))
    if (rest.length === call.args.length - 1) return undefined
    return text.slice(0, call.open + 1) + [list, ...rest].join(', ') + text.slice(call.close)
  },
  javascript(text, call, [program, ...words]) {
    const callee = calleeOf(text, call)
    const [, lead = '', name] = /^((?:\w+\.)*)(exec|execSync)$/.exec(callee) ?? []
    if (name === undefined || program === undefined || !isNodeModule(text, lead)) return undefined
    const safe = name === 'exec' ? 'execFile' : 'execFileSync'
    const rest = call.args.slice(1).map((one) => codeOf(text, one))
    if (rest.some((one) => /\bshell\s*:/.test(one))) return undefined
    const written = `${lead}${safe}(${[program, `[${words.join(', ')}]`, ...rest].join(', ')})`
    const changed = text.slice(0, call.open - callee.length) + written + text.slice(call.close + 1)
    return lead === '' ? withNodeImport(changed, name, safe) : changed
  },
  go(text, call, words) {
    const [shell, option] = call.args.map((one) => codeOf(text, one))
    if (!/^"(?:\/bin\/)?(?:ba)?sh"$/.test(shell ?? '') || option !== '"-c"' || call.args.length !== 3) return undefined
    return text.slice(0, call.open + 1) + words.join(', ') + text.slice(call.close)
  },
  ruby(text, call, words) {
    const callee = calleeOf(text, call)
    if (call.args.length !== 1) return undefined
    const list = callee === 'IO.popen' ? `[${words.join(', ')}]` : words.join(', ')
    if (!/^(?:(?:Kernel\.)?(?:system|spawn|exec)|Open3\.(?:capture2e?|capture3)|IO\.popen)$/.test(callee))
      return undefined
    return text.slice(0, call.open + 1) + list + text.slice(call.close)
  },
  java(text, call, words) {
    if (!calleeOf(text, call).endsWith('.exec') || call.args.length !== 1) return undefined
    return `${text.slice(0, call.open + 1)}new String[] {${words.join(', ')}}${text.slice(call.close)}`
  },
}

/** Starts a program with a list of arguments instead of a shell. Undefined where the command needs a shell or has another form. */
export function withoutShell(text: string, start: number, end: number, language: CodeLanguage): string | undefined {
  if (language === 'php') return withEscapes(text, start, end)
  const call = callAround(text, start)
  const argument = call?.args.find((one) => one.start <= start && end <= one.end)
  if (call === undefined || argument === undefined) return undefined
  const built = builtText(codeOf(text, argument), language)
  if (built === undefined) return undefined
  const isFormatted =
    language === 'python' && !/^[rRuU]?["'][^"']*["']\s*\+|\+\s*["'][^"']*["']$/.test(codeOf(text, argument))
  const asText = isFormatted ? (code: string) => `str(${code})` : (AS_TEXT[language] ?? ((code: string) => code))
  // Numbers of other formats are no texts.
  if (language === 'go' && /fmt\.Sprintf\("[^"]*%[^s]/.test(codeOf(text, argument))) return undefined
  const parts = built.parts.map((part) => (part.code === undefined ? part : { code: asText(part.code) }))
  const words = wordsOf(parts, built.quote, ' + ')
  return words === undefined ? undefined : REWRITES[language]?.(text, call, words)
}

/** PHP has no list form in its usual functions: each value is quoted for the shell. */
function withEscapes(text: string, start: number, end: number): string | undefined {
  const built = builtText(text.slice(start, end), 'php')
  if (built === undefined) return undefined
  const { parts, quote } = built
  if (parts.some(({ text: own = '' }) => /["']/.test(own))) return undefined
  const written = parts
    .filter(({ text: own }) => own !== '')
    .map(({ text: own, code }) => (code === undefined ? quote + own! + quote : `escapeshellarg(${code})`))
  return text.slice(0, start) + written.join(' . ') + text.slice(end)
}

/** `format!` in the last argument of `sh -c`. */
export function withoutRustShell(text: string, start: number, end: number): string | undefined {
  const code = text.slice(start, end)
  const [whole, expression] =
    /Command::new\("(?:\/bin\/)?(?:ba)?sh"\)\s*\.arg\("-c"\)\s*\.arg\((&?format!\([^\n]*?\))\)(?=\s*\.|$)/.exec(code) ??
    []
  const built = expression === undefined ? undefined : builtText(expression, 'rust')
  const words = built === undefined ? undefined : wordsOf(built.parts, built.quote, ' + ')
  if (whole === undefined || words === undefined || words.some((word) => word.includes(' + '))) return undefined
  const [program, ...rest] = words
  const args = rest.map((word) => `.arg(${word.startsWith('"') || word.startsWith('&') ? word : `&${word}`})`)
  return text.slice(0, start) + code.replace(whole, `Command::new(${program})${args.join('')}`) + text.slice(end)
}

/** Whether a name before a function is the module `child_process`. Other objects have functions of the same name. */
function isNodeModule(text: string, lead: string): boolean {
  const name = literal(lead.replace(/\.$/, ''))
  const module = `["'](?:node:)?child_process["']`
  return (
    lead === '' ||
    new RegExp(`\\b${name}\\s*=\\s*require\\(${module}|import\\s+(?:\\*\\s+as\\s+)?${name}\\s+from\\s+${module}`).test(
      text,
    )
  )
}

/** Adds a function of `child_process` to its import; one that is no longer used is replaced. */
function withNodeImport(text: string, name: string, safe: string): string | undefined {
  const isUsed = new RegExp(`(?<![\\w.])${name}\\(`).test(text)
  const names = new RegExp(
    `(\\{[^{}\\n]*)\\b${name}\\b([^{}\\n]*\\}\\s*(?:=\\s*require\\(|from\\s+)["'](?:node:)?child_process["'])`,
  )
  const match = names.exec(text)
  if (match === null) return undefined
  if (new RegExp(`\\b${safe}\\b`).test(match[0])) return text
  return text.replace(
    names,
    (_all, before: string, after: string) => before + (isUsed ? `${name}, ${safe}` : safe) + after,
  )
}
