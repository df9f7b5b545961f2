/** Levels with a line for each member: of an OpenAPI document the methods of each path, and each schema. */
const LINE_LEVELS = 3

/** Serializes JSON with one line per member of the upper levels: short files with readable diffs. */
export function compactJson(value: unknown): string {
  return `${lines(value, 0)}\n`
}

function lines(value: unknown, level: number): string {
  if (level >= LINE_LEVELS || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value)
  }
  const indent = '  '.repeat(level)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${indent}  ${JSON.stringify(key)}: ${lines(member, level + 1)}`)
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
}
