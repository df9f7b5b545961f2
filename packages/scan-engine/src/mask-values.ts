/** Replacement for the rest of a secret value, of fixed length. */
export const MASK = '****'

/**
 * Masks every value that is assigned to a name of a secret, even without a rule match. Quoted values are always masked. Unquoted ones are
 * masked unless they are code: a keyword, a type, a member, a call. The surrounding text is unchanged.
 */
export function withoutValues(text: string): string {
  return text.replaceAll(ASSIGNED, (all, ...[name, operator, gap, quote, value, at]: Assigned) => {
    const next = text.charAt(at + all.length)
    return quote === '' && isCode(value, operator, gap, next) ? all : `${name}${operator}${gap}${quote}${MASK}`
  })
}

type Assigned = [name: string, operator: string, gap: string, quote: string, value: string, at: number, text: string]

const ASSIGNED =
  /((?:pass|pwd|secret|token|key|auth|cred)[\w.-]{0,40}\\?["'`\]]{0,2}[ \t]{0,8})((?:[:=>,(]|:=|=>){1,2})([ \t]{0,8})(\\?["'`]?)(?!\*{4})([^\s"'`<>,;)\\]{6,})/gi

/**
 * Returns whether an unquoted value is code: an argument, a keyword, a type, a member such as `request.query.key`, or a call. In
 * configuration a member alone (`password: correct.horse`) can be the secret, so that its surroundings must be code.
 */
function isCode(value: string, operator: string, gap: string, next: string): boolean {
  // Programs quote the literals that they pass; digits need no quotes.
  if (/[(,]|=>/.test(operator) && !/\d/.test(value)) return true
  if (KEYWORD.test(value) || (next === '<' && /^[A-Z]\w*$/.test(value))) return true
  if (CALL.test(value)) return /[^\r\n]/.test(next) || /[[({\])}]$/.test(value)
  return MEMBER.test(value) && gap !== '' && (/^:?=$/.test(operator) || /[,;)]/.test(next) || /[}\])]$/.test(value))
}

const KEYWORD =
  /^(?:function|typeof|return|undefined|string|String|boolean|Boolean|number|Number|object|Object|unknown|double|Integer|Optional|Promise|Record|process|lambda|require)(?![\w-])/
const MEMBER = /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[}\])]*$/
const CALL = /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)*(?:\(\)?[\w$.[({]*|\[:?[\w$]*\]?)[}\])]*$/
