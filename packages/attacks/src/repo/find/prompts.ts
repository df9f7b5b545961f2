import type { CodeBase } from '../code-base.ts'
import { type FoundText, textOf } from '../resolve.ts'
import { argumentsOf, entriesOf, entry, itemsOf } from '../syntax/members.ts'
import type { Call, SourceFile } from '../syntax/source-file.ts'
import { lastName, type Value } from '../syntax/value.ts'

/** System prompt text of an agent. */
export interface FoundPrompt extends FoundText {
  /** Reason for the classification. */
  readonly because: string
  /** `sure`: passed to a model; `likely`: inferred from its name or file only. */
  readonly how: 'sure' | 'likely'
  /** Location of its use, if different. */
  readonly usedIn: string
}

/** Parameter names for the system prompt in model APIs. */
const SYSTEM_KEYS = new Set(
  (
    'system system_prompt systemPrompt instructions system_message systemMessage ' +
    'preamble system_instruction systemInstruction state_modifier stateModifier messageModifier'
  ).split(' '),
)
/** Calls with the system prompt as `prompt`. */
const PROMPT_CALLS =
  /^(?:create_react_agent|createReactAgent|create_agent|createAgent|create_supervisor|createSupervisor)$/
const SYSTEM_CALLS = /^(?:SystemMessage|SystemMessagePromptTemplate|SystemMessagePart|SystemPromptPart)$/
const PROMPT_NAME = /(?:^|_)(?:system|instructions?|persona|preamble)(?:_|$)|(?:^|_)prompt(?:_|$|s$)/
const PROMPT_FILE =
  /(?:^|\/)(?:[^/]*(?:system|instruction|persona)[^/]*|prompts?\/[^/]+|[^/]*prompt)\.(?:md|txt|prompt|jinja2?|j2)$/i
/** Minimum length of a prompt; shorter texts are labels. */
const UNITS_MIN = 16
const NAMED_UNITS_MIN = 40
const PROMPTS_MAX = 200

/** System prompts, the surest first. */
export function findPrompts(base: CodeBase): readonly FoundPrompt[] {
  const found: FoundPrompt[] = []
  for (const file of base.files) {
    for (const map of file.maps) fromMap(entriesOf(map, file.language), file, base, found)
    for (const call of file.calls) fromCall(call, file, base, found)
    fromFunctions(file, base, found)
    fromConstants(file, base, found)
  }
  for (const [path, text] of base.texts) {
    if (PROMPT_FILE.test(path)) add(found, { text, path, line: 1 }, 'likely', 'The file name indicates it.', path)
  }
  return distinct(found)
}

function fromMap(entries: ReturnType<typeof entriesOf>, file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  const role = entry(entries, 'role', 'type')
  if (role?.kind === 'text' && /^(?:system|developer)$/.test(role.text)) {
    addValue(found, entry(entries, 'content', 'text'), file, base, `A message has the role "${role.text}".`)
  }
  for (const { key, value } of entries) {
    if (SYSTEM_KEYS.has(key)) addValue(found, value, file, base, `Passed as "${key}".`)
  }
}

function fromCall({ path, group }: Call, file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  const name = lastName(path)
  const { positional, named } = argumentsOf(group, file.language)
  for (const { key, value } of named) {
    if (SYSTEM_KEYS.has(key)) addValue(found, value, file, base, `Passed as "${key}" to ${name}.`)
  }
  if (PROMPT_CALLS.test(name)) {
    const [options] = positional
    const ofOptions = options?.kind === 'map' ? entriesOf(options.group, file.language) : []
    addValue(found, entry([...named, ...ofOptions], 'prompt'), file, base, `It is the prompt of ${name}.`)
  }
  if (SYSTEM_CALLS.test(name) || path.startsWith('SystemMessagePromptTemplate.')) {
    const content = entry(named, 'content', 'prompt', 'template') ?? positional[0]
    const inner = content?.kind === 'map' ? entry(entriesOf(content.group, file.language), 'content') : content
    addValue(found, inner, file, base, `It is a ${path}.`)
  }
  // `ChatPromptTemplate.from_messages([("system", "…")])`.
  if (/^from_?messages$/i.test(name)) fromMessages(positional[0], file, base, found)
  if (name === 'Agent') fromCrew(named, file, base, found)
}

function fromMessages(list: Value | undefined, file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  if (list?.kind !== 'list') return
  for (const item of itemsOf(list.group, file.language)) {
    if (item.kind !== 'list') continue
    const [role, content] = itemsOf(item.group, file.language)
    if (role?.kind === 'text' && role.text === 'system') {
      addValue(found, content, file, base, 'A message of the template has the role "system".')
    }
  }
}

/** Finds agents whose prompt consists of three fields. */
function fromCrew(named: ReturnType<typeof entriesOf>, file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  const parts = ['role', 'goal', 'backstory'].map((key) => textOf(entry(named, key), file, base))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < 2) return
  const text = known.map((item) => item.text.trim()).join('\n')
  add(found, { ...known[0]!, text }, 'sure', 'It is the role, goal and backstory of an agent.', file.path)
}

/** `@agent.system_prompt` before a function that returns it. */
function fromFunctions(file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  for (const { decorators, at, end, name } of file.functions) {
    if (!decorators.some(({ path }) => /\.(?:system_prompt|instructions)$/.test(path))) continue
    for (const item of file.returns) {
      if (item.at > at && item.at < end)
        addValue(found, item.value, file, base, `${name} returns it as a system prompt.`)
    }
  }
}

function fromConstants(file: SourceFile, base: CodeBase, found: FoundPrompt[]): void {
  for (const { name, value } of file.constants) {
    const words = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
    if (!PROMPT_NAME.test(words) || value.kind === 'name') continue
    const text = textOf(value, file, base)
    if (text === undefined || text.text.length < NAMED_UNITS_MIN) continue
    add(found, text, 'likely', `The name "${name}" indicates it.`, file.path)
  }
}

function addValue(
  found: FoundPrompt[],
  value: Value | undefined,
  file: SourceFile,
  base: CodeBase,
  because: string,
): void {
  const text = textOf(value, file, base)
  if (text !== undefined) add(found, text, 'sure', because, file.path)
}

function add(found: FoundPrompt[], text: FoundText, how: FoundPrompt['how'], because: string, usedIn: string): void {
  const said = text.text.trim()
  if (said.length < UNITS_MIN || !/\s/.test(said)) return
  found.push({ ...text, text: said, how, because, usedIn })
}

/** Each text once, by its surest reason. */
function distinct(found: readonly FoundPrompt[]): readonly FoundPrompt[] {
  const byText = new Map<string, FoundPrompt>()
  for (const item of found) {
    const had = byText.get(item.text)
    if (had === undefined || (had.how === 'likely' && item.how === 'sure')) byText.set(item.text, item)
  }
  const rank = ({ how }: FoundPrompt): number => (how === 'sure' ? 0 : 1)
  return [...byText.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, PROMPTS_MAX)
}
