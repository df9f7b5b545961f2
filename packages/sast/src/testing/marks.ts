/** Annotation of one line in a test file. */
export interface Mark {
  readonly kind: 'ruleid' | 'ok' | 'todoruleid' | 'todook'
  readonly rule: string
  /** Annotated line, 1-based. */
  readonly line: number
}

const MARK = /(?<![\w-])(ruleid|ok|todoruleid|todook)[ \t]{0,9}:[ \t]{0,9}([\w.,\- \t]{1,400})/

/** Reads the marks of a test file: each is about the first line after it that has none itself. */
export function marksOf(text: string): readonly Mark[] {
  const lines = text.split('\n')
  const found = lines.map((line) => (/^\s*(?:\/\/|#|\/\*|\*|<!--|--|;|\{\s*\/\*)/.test(line) ? MARK.exec(line) : null))
  return found.flatMap((match, at) => {
    if (match === null) return []
    let line = at + 1
    while (found[line] !== null && line < lines.length) line += 1
    const rules = match[2]!.split(',').map((rule) => rule.trim().split(/\s/, 1)[0]!)
    return rules.filter((rule) => rule !== '').map((rule) => ({ kind: match[1] as Mark['kind'], rule, line: line + 1 }))
  })
}
