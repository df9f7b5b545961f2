/** Brackets within brackets. Ours: answers nest a dozen deep, and what nests further breaks whoever walks it. */
const DEPTH_MAX = 200

/** A text that is JSON, or undefined where it is none or nests too deep. In linear time, without recursion. */
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
