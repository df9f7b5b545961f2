import {
  canonicalGuardName,
  INPUT_GUARD_NAMES,
  OUTPUT_GUARD_NAMES,
  POLICY_FILE_VERSION,
  ToolPattern,
} from '@gatehouse/contracts/policies'

/** Maximum number of tools in a list of the guard service. */
const TOOLS_MAX = 1_000
/** Maximum length of a system prompt in the guard service. */
const PROMPT_CHARS_MAX = 200_000
/** Screens text, and has no entry in the list of the document. */
const INPUT_GUARDS: ReadonlySet<string> = new Set([...INPUT_GUARD_NAMES, 'file_extraction'])
const OUTPUT_GUARDS: ReadonlySet<string> = new Set(OUTPUT_GUARD_NAMES)

type Block = Record<string, Record<string, unknown>>

/** Facts about a target that a guard needs and a report may contain. */
export interface KnownOfTarget {
  /** Tools of the target, if its owner configured them. */
  readonly allowedTools?: readonly string[] | undefined
  /** As configured by its owner or inferred from replies, without secrets; undefined: unknown. */
  readonly systemPrompt?: string | undefined
}

/**
 * Creates a policy file for the guard service that enables the guards against a weakness. Values that only the owner knows, such as
 * blocklist words, are not invented: such a guard is suggested with the known values.
 * @param guards by name, as categories name them
 * @returns null when no guard stops the weakness
 */
export function guardPolicyOf(guards: readonly string[], known: KnownOfTarget = {}): Record<string, unknown> | null {
  const input: Block = {}
  const output: Block = {}
  const agentic: Block = {}
  for (const said of guards) {
    const name = canonicalGuardName(said)
    const entry = { enabled: true, action: 'block', ...settingsOf(name, known) }
    if (INPUT_GUARDS.has(name)) input[name] = entry
    if (OUTPUT_GUARDS.has(name)) output[name] = { ...entry, ...outputSettingsOf(name, known) }
    if (!INPUT_GUARDS.has(name) && !OUTPUT_GUARDS.has(name)) agentic[name] = entry
  }
  const blocks = { input_guardrails: input, output_guardrails: output, agentic_guardrails: agentic }
  const filled = Object.entries(blocks).filter(([, block]) => Object.keys(block).length > 0)
  return filled.length === 0 ? null : { version: POLICY_FILE_VERSION, ...Object.fromEntries(filled) }
}

interface WithSettings {
  readonly settings?: Record<string, unknown>
}

function settingsOf(name: string, { allowedTools = [] }: KnownOfTarget): WithSettings {
  if (name !== 'tool_allowlist') return {}
  const tools = allowedTools.filter((allowedTool) => ToolPattern.safeParse(allowedTool).success).slice(0, TOOLS_MAX)
  return tools.length === 0 ? {} : { settings: { allowed_tools: tools } }
}

/** An answer can only be compared with a prompt that the guard has. */
function outputSettingsOf(name: string, { systemPrompt = '' }: KnownOfTarget): WithSettings {
  const prompt = systemPrompt.slice(0, PROMPT_CHARS_MAX).toWellFormed()
  return name === 'system_prompt_leak' && prompt !== '' ? { settings: { system_prompt: prompt } } : {}
}
