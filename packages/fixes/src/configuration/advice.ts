import { parseDocument } from 'yaml'

/** A setting that the description of a rule names: path and value, e.g. `securityContext.runAsNonRoot` and `true`. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: string
}

const YAML_SETTING =
  /(?:\b(?:[Ss]et|Add) |: (?=securityContext: \{))((?:[A-Za-z][A-Za-z-]*): (?:\{[^.]*\}|"[^"]*"|\w(?:[\w.-]*\w)?))/
/** Own limit: settings of one remedy. */
const SETTINGS_MAX = 8

/** Returns the settings that a description names in YAML: `Set securityContext: { runAsNonRoot: true }`. */
export function yamlSettings(description: string): readonly Setting[] {
  const written = YAML_SETTING.exec(description)?.[1]
  if (written === undefined) return []
  const document = parseDocument(written)
  if (document.errors.length > 0) return []
  return leavesOf(document.toJS({ maxAliasCount: 0 }), []).slice(0, SETTINGS_MAX)
}

function leavesOf(value: unknown, path: readonly string[]): readonly Setting[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  }
  const written = Array.isArray(value) ? `[${value.join(', ')}]` : String(value)
  return [{ path, value: written }]
}

const HCL_SETTINGS = /\b[Ss]et (?:([a-z_]+) \{ )?([a-z_]+) = ("[^"]*"|true|false|\d+)/
const HCL_LIST = /(?:\b(?:[Ss]et|Add) |: (?=securityContext: \{))((?:[a-z_]+, )*[a-z_]+ and [a-z_]+) to (true|false)/

/** Returns the settings that a description names in HCL: `Set encrypted = true`, `Set a, b and c to true`. */
export function hclSettings(description: string): readonly Setting[] {
  const [, block, name, value] = HCL_SETTINGS.exec(description) ?? []
  if (name !== undefined && value !== undefined) {
    return [{ path: block === undefined ? [name] : [block, name], value }]
  }
  const [, names, same] = HCL_LIST.exec(description) ?? []
  if (names === undefined || same === undefined) return []
  return names.split(/, | and /).map((one) => ({ path: [one], value: same }))
}
