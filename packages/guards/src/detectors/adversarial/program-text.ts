/** Longer texts are not read for their form. */
const CHARS_MAX = 4_000
/** Minimum number of consecutive words of prose, also between the symbols of a program. */
const PROSE = /(?<!\p{L})(?:\p{L}+[ ,]+){4}\p{L}/u
const STRINGS = /"""[^]*?"""|'''[^]*?'''|"[^"\n]*"|'[^'\n]*'|`[^`]*`/g

/** A statement, a definition, a decorator, a call or the end of a block. */
const LINE =
  /^\s*(?:@[\w.]+(?:\([^\n]*\))?|(?:def|class|if|elif|else|for|while|return|import|from|export|const|let|var|function|func|fn|async|public|private|try|except|catch|with|raise|throw|type|interface)\b[^\n]*[(){}=:;,\]\w']|[\w.$[\]]+\s?(?::=|[-+*]?=(?!=))[^\n]*|[\w.$]+\([^\n]*\)?;?|[)}\]]+[;,)]*|return|[\w-]+\.[a-z]{1,6}|[\w.$]+\s?:\s?[^\n]{1,40}[,{])\s*$/u
/** Syntax that is frequent only in programs: at least one such line is required. */
const STRUCTURE = /[\w)\]]\s?(?:=|:=)\s?\S|[\w$]\(|[{}]|^\s*@\w/mu
/** Calls that output something to the reader. */
const PRINTS =
  /(?<![\w.])(?:print|echo|say|show|repeat|output|reveal|display|dump|cat|puts|alert|tell|recite)\w*\s?\(/iu

/**
 * Returns whether a text is only program code: each line is a statement, and the text outside its strings is not prose. Ignores string
 * contents. Takes linear time.
 */
export function isProgram(text: string): boolean {
  if (text.length > CHARS_MAX) return false
  const bare = withoutStrings(text)
  if (!STRUCTURE.test(bare) || PRINTS.test(bare)) return false
  return bare.split('\n').every((line) => line.trim() === '' || (LINE.test(line) && !PROSE.test(line)))
}

/** A single line is a program if it calls a method. */
const METHOD_CALL = /^\s*[\w$]+(?:\.[\w$]+)+\(/u

/** Returns whether a text is program code whose strings contain names and formats but no sentences. */
export function isProgramWithoutProse(text: string): boolean {
  return (
    (text.includes('\n') || METHOD_CALL.test(text)) &&
    isProgram(text) &&
    !(text.match(STRINGS) ?? []).some((string) => PROSE.test(string))
  )
}

/** Names in the notation of programs. */
const IDENTIFIER = /[_-]|[a-z][A-Z]/

/** Returns whether an identifier occurs only outside of a program's strings. */
export function isIdentifierIn(text: string, name: string): boolean {
  return IDENTIFIER.test(name) && isProgram(text) && text.split(name).length === withoutStrings(text).split(name).length
}

function withoutStrings(text: string): string {
  return text.replaceAll(STRINGS, "''")
}

/** Commands that only read and print. */
const READS = /^\s*(?:echo|cat|grep|ls|head|tail|wc|sort|uniq|date|uname|df|du|pwd|cut|tr)(?:\s|$)/u
/** Files that are attack targets, and commands that execute something. */
const NOT_PLAIN =
  /passwd|shadow|\.ssh|\.env|id_rsa|\/proc|secret|token|key|credential|\bsh\b|bash|eval|exec|base64|[`\\]/iu

/** Returns whether a text is one line of commands that only read and print, such as `cat /etc/os-release | grep VERSION`. */
export function isPlainShell(text: string): boolean {
  return (
    !text.trim().includes('\n') &&
    !NOT_PLAIN.test(text) &&
    !PROSE.test(text) &&
    text.split(/\|\|?|&&|;/).every((command) => READS.test(command))
  )
}
