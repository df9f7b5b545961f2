/** Lines of a comment in languages with literals that a pattern cannot delimit, such as regular expressions and heredocs. */
const LINE_COMMENT = /^[ \t]*\/\/[^\n]*/gm
const BLOCK_COMMENT = /^[ \t]*\/\*[^]*?(?:\*\/|$(?![^]))/gm
/** Strings, then comments, of languages whose literals have fixed delimiters. */
const C_LEXEMES =
  /"""[^]*?(?:"""|$)|@"[^"]*(?:""[^"]*)*"?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'(?:[^'\\\n]|\\.){1,8}'|`[^`]*`?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g
const PYTHON_LEXEMES =
  /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?|#[^\n]*/g

/**
 * Removes comments of JavaScript and PHP that start a line. A comment that may be part of a template literal stays, so that
 * no literal hides an import.
 */
export function withoutCommentLines(text: string): string {
  const remove = (comment: string): string => (/[`$]/.test(comment) ? comment : '')
  return text.replace(BLOCK_COMMENT, remove).replace(LINE_COMMENT, remove)
}

/** Removes comments of Java, Kotlin, C#, Go and Rust. */
export function withoutComments(text: string): string {
  return text.replace(C_LEXEMES, (lexeme) => (lexeme.startsWith('/') ? ' ' : lexeme))
}

/** Removes comments of Java, Kotlin and C#, and the content of literals. */
export function withoutLiterals(text: string): string {
  return text.replace(C_LEXEMES, (lexeme) => (lexeme.startsWith('/') ? ' ' : '""'))
}

/** Removes comments and literals of several lines, such as docstrings. */
export function withoutDocstrings(text: string): string {
  return text.replace(PYTHON_LEXEMES, (lexeme) => {
    if (lexeme.startsWith('#')) return ''
    return lexeme.includes('\n') ? '""' : lexeme
  })
}

/** Replaces escapes such as `\x2e` and `\u002e` with their characters, and joins adjacent constants such as `'a' + 'b'`. */
export function withConstants(text: string): string {
  return text
    .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,5})\})/gi, (_all, ...codes) =>
      String.fromCodePoint(Number.parseInt(codes.slice(0, 3).find((item) => typeof item === 'string') as string, 16)),
    )
    .replace(/(['"`])\s{0,100}\+\s{0,100}\1/g, '')
}
