const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y

/** Next expected token. */
type Expected = 'value' | 'value or end' | 'name or end' | 'name' | 'colon' | 'comma or end'

/** Returns the location of the first syntax error of an invalid JSON text. Does not quote the text. */
export function syntaxErrorIn(text: string): string {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  TOKEN.lastIndex = 0
  for (;;) {
    const start = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (found === null) return text.slice(start).trim() === '' ? 'the file ends too early' : locationAt(text, start)
    const next = step(found[1] ?? 'literal', found[0].endsWith('"'), expected, open)
    if (next === undefined) return locationAt(text, start)
    expected = next
    if (open.length === 0 && expected === 'comma or end') {
      return text.slice(TOKEN.lastIndex).trim() === '' ? 'syntax error' : locationAt(text, TOKEN.lastIndex)
    }
  }
}

/** Returns the token expected after this one; undefined if this one is not allowed. */
function step(token: string, isString: boolean, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const isValue = expected === 'value' || expected === 'value or end'
  if (token === '{' || token === '[') {
    if (!isValue) return undefined
    open.push(token)
    return token === '{' ? 'name or end' : 'value or end'
  }
  if (token === '}' || token === ']') {
    const isEnd = expected === 'comma or end' || expected === (token === '}' ? 'name or end' : 'value or end')
    return isEnd && open.pop() === (token === '}' ? '{' : '[') ? 'comma or end' : undefined
  }
  if (token === ',') {
    if (expected !== 'comma or end') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (token === ':') return expected === 'colon' ? 'value' : undefined
  if (expected === 'name' || expected === 'name or end') return isString ? 'colon' : undefined
  return isValue ? 'comma or end' : undefined
}

function locationAt(text: string, start: number): string {
  const at = start + (/^[\t\n\r ]*/.exec(text.slice(start, start + 10_000))?.[0].length ?? 0)
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n')
  const line = before.split('\n').length
  return `syntax error at line ${line}, column ${at - lineStart}`
}
