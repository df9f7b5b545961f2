export const JSON_TYPE = 'application/json'

/** Maximum bracket depth. Own limit: answers nest a dozen levels, and deeper nesting breaks recursive code. */
const DEPTH_MAX = 200

/** Parses JSON; undefined for invalid or too deeply nested text. Linear time for the depth check, without recursion. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  if (isTooDeep(text)) return undefined
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]
    if (isQuoted) {
      if (unit === '\\') at += 1
      else if (unit === '"') isQuoted = false
    } else if (unit === '"') isQuoted = true
    else if (unit === '{' || unit === '[') {
      depth += 1
      if (depth > DEPTH_MAX) return true
    } else if (unit === '}' || unit === ']') depth -= 1
  }
  return false
}
