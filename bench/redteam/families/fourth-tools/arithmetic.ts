/** Arithmetic on numbers with + - * / % ** and parentheses. */
export function arithmetic(source: string): number | undefined {
  const tokens = source.match(/\d+(?:\.\d+)?|\*\*|[-+*/%()]|\S/gu) ?? []
  let at = 0
  let depth = 0
  const unary = (): number => {
    const token = tokens[at++] ?? ''
    if (depth > 40) return Number.NaN
    if (token === '-') return -unary()
    if (token === '(') {
      depth++
      const inner = sum()
      depth--
      return tokens[at++] === ')' ? inner : Number.NaN
    }
    const value = /^\d/u.test(token) ? Number(token) : Number.NaN
    if (tokens[at] !== '**') return value
    at++
    return value ** unary()
  }
  const product = (): number => {
    let left = unary()
    while (tokens[at] === '*' || tokens[at] === '/' || tokens[at] === '%') {
      const operator = tokens[at++]
      const right = unary()
      left = operator === '*' ? left * right : operator === '/' ? left / right : left % right
    }
    return left
  }
  const sum = (): number => {
    let left = product()
    while (tokens[at] === '+' || tokens[at] === '-') left = tokens[at++] === '+' ? left + product() : left - product()
    return left
  }
  const value = sum()
  return at < tokens.length || Number.isNaN(value) ? undefined : value
}
