import type { Language } from '../languages/language.ts'
import { loadGrammar } from '../tree/grammar.ts'
import { parseText } from '../tree/parse.ts'
import { computedNames, type Replacement } from './computed-names.ts'

/** Names with escapes for letters, as JavaScript, TypeScript and C# read them. */
const ESCAPED_NAME = /(?:[A-Za-z0-9_$]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\u\{[0-9A-Fa-f]{1,8}\}){1,400}/g
const ESCAPE = /\\u\{([0-9A-Fa-f]{1,8})\}|\\U([0-9A-Fa-f]{8})|\\u{1,20}([0-9A-Fa-f]{4})/g
/** Names with letters that Unicode normalizes to others: Python reads `ｅｘｅｃ` as `exec`. */
const ODD_NAME = /[\p{L}\p{N}_]{1,400}/gu
const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/
/** Kinds of nodes in which names are texts. */
const TEXTS = /string|comment|escape|template_chars|template_string|regex|character_literal|char_literal/

/** Own limit: nesting of computed names. */
const ROUNDS = 3

/** Languages with escapes in names, and languages that normalize names by Unicode. */
const ESCAPING: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'csharp'])

/**
 * Returns a text with names as the language reads them: `\u0065xec` is `exec`. Spaces after a name pad it to its old length, so that all
 * offsets stay valid.
 */
export async function withPlainNames(input: string, language: Language): Promise<string> {
  let text = input
  if (language.name === 'java') return text.includes('\\u') ? translated(text) : text
  // Additional line breaks of C#.
  if (language.name === 'csharp') text = text.replace(/[\u0085\u2028\u2029]/g, '\n')
  text = await replaced(text, language, names(text, language.name))
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await replaced(text, language, computedNames(text, language.name))
    if (plain === text) break
    text = plain
  }
  return text
}

/** Replaces matches outside of strings and comments. */
async function replaced(text: string, language: Language, all: readonly Replacement[]): Promise<string> {
  if (all.length === 0) return text
  const isText = await textTest(text, language)
  let [plain, at] = ['', 0]
  for (const { start, end, text: other } of all.toSorted((one, two) => one.start - two.start)) {
    if (start < at || isText(start)) continue
    plain += text.slice(at, start) + other
    at = end
  }
  return plain + text.slice(at)
}

function names(text: string, language: string): readonly Replacement[] {
  if (language === 'php')
    return changed(text, PHP_CALL, (name) => (PHP_SINKS.has(name.toLowerCase()) ? name.toLowerCase() : name))
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  const isOdd = language === 'python' && /[^\0-\x7f]/.test(text)
  if (isOdd) return changed(text, ODD_NAME, (name) => name.normalize('NFKC'))
  if (!ESCAPING.has(language)) return []
  const found = /\\u/i.test(text) ? changed(text, ESCAPED_NAME, unescaped) : []
  if (language === 'csharp') found.push(...changed(text, VERBATIM_NAME, (name) => name.slice(1)))
  return found
}

/** PHP functions that run their argument; their names are case-insensitive. */
const PHP_CALL = /(?<![\w$>:\\])[A-Za-z_]\w{1,40}(?=\s{0,40}\()/g
const PHP_SINKS: ReadonlySet<string> = new Set(
  (
    'system exec passthru shell_exec popen proc_open pcntl_exec assert create_function unserialize mail preg_replace ' +
    'file_get_contents file_put_contents readfile fopen unlink header mysqli_query mysql_query pg_query sqlite_query ' +
    'call_user_func call_user_func_array simplexml_load_string curl_setopt curl_init move_uploaded_file printf vprintf'
  ).split(' '),
)
/** A verbatim name of C#, which may be a keyword: the name follows the `@`. */
const VERBATIM_NAME =
  /(?<![\w@$"])@(?!(?:abstract|as|base|bool|break|byte|case|catch|char|checked|class|const|continue|decimal|default|delegate|do|double|else|enum|event|explicit|extern|false|finally|fixed|float|for|foreach|goto|if|implicit|in|int|interface|internal|is|lock|long|namespace|new|null|object|operator|out|override|params|private|protected|public|readonly|ref|return|sbyte|sealed|short|sizeof|stackalloc|static|string|struct|switch|this|throw|true|try|typeof|uint|ulong|unchecked|unsafe|ushort|using|virtual|void|volatile|while)\b)[A-Za-z_]\w{0,200}/g
function changed(text: string, pattern: RegExp, read: (name: string) => string): Replacement[] {
  const found: Replacement[] = []
  for (const { 0: written, index: start } of text.matchAll(pattern)) {
    const name = read(written)
    if (name !== written && NAME.test(name) && name.length <= written.length)
      found.push({ start, end: start + written.length, text: name.padEnd(written.length) })
  }
  return found
}

function unescaped(name: string): string {
  return name.replace(ESCAPE, (_all, braces?: string, long?: string, short?: string) => {
    const code = Number.parseInt((braces ?? long ?? short)!, 16)
    return code > 0x10ffff ? ' ' : String.fromCodePoint(code)
  })
}

/** Returns a test whether an offset is in a string or a comment. Code that cannot be parsed has neither. */
async function textTest(text: string, language: Language): Promise<(offset: number) => boolean> {
  const parsed = parseText(text, await loadGrammar(language.grammar), new Set(language.comments))
  if (parsed === undefined) return () => false
  const { tree } = parsed
  const isKindOfText = new Map<number, boolean>()
  return (offset) => {
    let node = 0
    for (let child = 1; child < tree.next[node]!;) {
      if (offset >= tree.start[child]! && offset < tree.end[child]!) {
        node = child
        child += 1
      } else child = tree.next[child]!
    }
    const kind = tree.kind[node]!
    let isText = isKindOfText.get(kind)
    if (isText === undefined) {
      isText = TEXTS.test(tree.kinds.name(kind))
      isKindOfText.set(kind, isText)
    }
    return isText
  }
}

/**
 * Translates Unicode escapes of Java, which apply before all other syntax: they may produce names, quotes, and line breaks that end a
 * comment. Non-ASCII letters stay escaped.
 */
function translated(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.includes('\\u') ? translatedLine(line) : line))
    .join('\n')
}

const JAVA_RUN = /(?:[A-Za-z0-9_$]|(?<!\\)(?:\\\\){0,50}\\u{1,20}[0-9A-Fa-f]{4}){1,400}/g

function translatedLine(text: string): string {
  const line = text.replace(JAVA_RUN, (run) => {
    if (!run.includes('\\u')) return run
    const plain = unescaped(run)
    // oxlint-disable-next-line no-control-regex -- line breaks are what comments hide code with
    return /^[\t\n\r\x20-\x7e]*$/.test(plain) ? plain.padEnd(run.length) : run
  })
  const at = line.search(/[\n\r](?!$)/)
  if (at === -1) return line
  // An escaped line break ends the comment on the same line.
  const comment = line.slice(0, at).lastIndexOf('//')
  const head = comment === -1 ? line.slice(0, at) : `${line.slice(0, comment)}/*${line.slice(comment + 2, at)}`
  const end = comment === -1 ? ' ' : '*/'
  return head + end + line.slice(at + end.length).replace(/[\n\r](?!$)/g, ' ')
}
