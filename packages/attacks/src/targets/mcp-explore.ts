import { isRefusal } from '../judges/refusal.ts'
import { callOf, namedIn, objectsIn, usualValue, withNeighbours } from './mcp-known.ts'
import type { McpPlan, McpProbe } from './mcp-probe.ts'
import type { Explorer, Slot } from './mcp-calls.ts'
import { readTables } from './mcp-sql.ts'
import {
  fitOf,
  isDestructive,
  isNumeric,
  isReading,
  isRestricted,
  isText,
  type McpTool,
  type ParameterKind,
  PARAMETER_KINDS,
  parametersOf,
} from './mcp-tools.ts'
import { RESTRICTED_TOOL_RAN } from './mcp-words.ts'
import { readPath } from './paths.ts'

/** Maximum number of calls per message. Own limit. */
const CALLS_MAX = 32
/** Maximum number of tools that list objects, and of identifiers per parameter. Own limits. */
const LISTS_MAX = 6
const IDS_MAX = 10

/** Carries out a plan of calls. @returns what the answers show together, to be read with them */
export async function explore({ list, plan }: McpProbe, explorer: Explorer): Promise<readonly string[]> {
  switch (plan?.by) {
    case 'kind':
      await (list === 'resources/list' ? readTemplates(plan, explorer) : callByKind(plan, explorer))
      return []
    case 'known':
      await callKnown(explorer)
      return []
    case 'restricted':
      return callRestricted(plan, explorer)
    case 'tables':
      return readTables(explorer, slots(explorer.tools, 'query'))
    case undefined:
      return []
    default:
      return plan satisfies never
  }
}

/** Returns the parameters for a kind of values, best first. Destructive tools receive no values. */
function slots(tools: readonly McpTool[], kind: ParameterKind): readonly Slot[] {
  return tools
    .filter((tool) => !isDestructive(tool))
    .flatMap((tool) =>
      parametersOf(tool.schema).flatMap((parameter): readonly Slot[] => {
        const fit = isText(parameter.schema) ? fitOf(parameter, kind) : 0
        // A path in a tool that writes would overwrite the file.
        return fit === 0 || (kind === 'path' && /write|save|create|edit|append|upload|move|put/i.test(tool.name))
          ? []
          : [{ tool, parameter, fit }]
      }),
    )
    .toSorted((a, b) => b.fit - a.fit)
}

async function callByKind({ values }: McpPlan & { readonly by: 'kind' }, explorer: Explorer): Promise<void> {
  const planned = PARAMETER_KINDS.flatMap((kind) =>
    slots(explorer.tools, kind).flatMap((slot) => (values[kind] ?? []).map((value) => ({ ...slot, value }))),
  )
  const calls = planned.toSorted((a, b) => b.fit - a.fit).slice(0, CALLS_MAX)
  for (const { tool, parameter, value } of calls) {
    // Sequential: the effect of one call may be visible to another. oxlint-disable-next-line no-await-in-loop
    const answer = await explorer.ask(callOf(tool, { [parameter.name]: value }))
    const next = answer === undefined || answer.isError ? undefined : childOf(value, answer.text)
    // oxlint-disable-next-line no-await-in-loop
    if (next !== undefined) await explorer.ask(callOf(tool, { [parameter.name]: next }))
  }
}

/** Returns the address of the only entry that an address with a list of entries names, e.g. a role of a metadata service. */
function childOf(address: string, listed: string): string | undefined {
  const entry = listed.trim()
  return /^https?:\/\/.*\/$/.test(address) && /^[\w.-]{2,80}$/.test(entry) ? `${address}${entry}` : undefined
}

/** Reads the resources of all templates, with a value in each variable. */
async function readTemplates({ values }: McpPlan & { readonly by: 'kind' }, { ask }: Explorer): Promise<void> {
  const answer = await ask({ method: 'resources/templates/list', params: {}, name: 'templates' })
  const listed = readPath(answer?.result, 'resourceTemplates')
  const templates = (Array.isArray(listed) ? listed : []).map((item) => readPath(item, 'uriTemplate'))
  const texts = PARAMETER_KINDS.flatMap((kind) => values[kind] ?? [])
  const uris = templates
    .filter((item) => typeof item === 'string')
    .flatMap((template) => texts.map((value) => template.replaceAll(/\{[^{}]{1,80}\}/g, () => value)))
  for (const uri of uris.slice(0, CALLS_MAX)) {
    // oxlint-disable-next-line no-await-in-loop
    await ask({ method: 'resources/read', params: { uri }, name: uri })
  }
}

/** Calls tools with identifiers from descriptions, from lists, and from earlier answers. */
async function callKnown({ tools, ask }: Explorer): Promise<void> {
  const safe = tools.filter((tool) => !isDestructive(tool))
  const listing = safe.filter((tool) => isReading(tool) && parametersOf(tool.schema).every((one) => !one.isRequired))
  const listed: string[] = []
  for (const tool of listing.slice(0, LISTS_MAX)) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(callOf(tool, {}))
    if (answer?.isError === false) listed.push(...objectsIn(answer.text))
  }
  let calls = 0
  for (const tool of safe.filter((one) => isReading(one))) {
    for (const parameter of parametersOf(tool.schema)) {
      if (!isText(parameter.schema) && !isNumeric(parameter.schema)) continue
      const said = readPath(parameter.schema, 'description')
      const own = [...(typeof said === 'string' ? namedIn(said) : []), ...namedIn(tool.description)]
      // A listing without its filter was already seen; its own names of other owners are of interest.
      const known = fitOf(parameter, 'id') === 0 ? [] : withNeighbours(listed)
      const values = [...new Set([...own, ...known])].slice(0, IDS_MAX)
      const waiting = [...values, ...(values.length === 0 && fitOf(parameter, 'id') > 0 ? ['1'] : [])]
      for (let at = 0; at < waiting.length && at < IDS_MAX && calls < CALLS_MAX; at += 1, calls += 1) {
        const value = isNumeric(parameter.schema) ? Number(waiting[at]) : waiting[at]
        if (typeof value === 'number' && !Number.isFinite(value)) continue
        // oxlint-disable-next-line no-await-in-loop
        const answer = await ask(callOf(tool, { [parameter.name]: value }))
        // Answers name further objects: "Known: a, b".
        const more = answer === undefined ? [] : objectsIn(answer.text).filter((one) => !waiting.includes(one))
        waiting.push(...more.slice(0, 2))
      }
    }
  }
}

/** Answers that show no effect. */
const NO_EFFECT =
  /\b(?:unknown|not (?:found|available|supported|allowed|permitted|authori[sz]ed|exist)|no such|no (?:matching|results?)|(?:does not|doesn't|do not|don't|cannot|can't|could not|couldn't) \w+|unsupported|invalid|denied|forbidden|unauthori[sz]ed|errors?|fail(?:ed|ure)?|refused|requires?|must|only|pending|awaiting|dry[- ]run|nothing|0 \w+)\b/i

/**
 * Calls tools that their description restricts, or that the owner does not allow, on an object with an invented name. Nothing that exists is
 * changed: a tool that takes no name is called only when it reads.
 */
async function callRestricted(
  { name, isChange }: McpPlan & { readonly by: 'restricted' },
  { tools, ask, allowedTools }: Explorer,
): Promise<readonly string[]> {
  const restricted = tools.filter((tool) =>
    allowedTools === undefined ? isRestricted(tool) : !allowedTools.includes(tool.name),
  )
  const notes: string[] = []
  for (const tool of restricted.slice(0, CALLS_MAX)) {
    const parameters = parametersOf(tool.schema)
    const named = parameters.filter((one) => one.isRequired && isText(one.schema))
    const reads = isReading(tool) && !isDestructive(tool)
    if ((isChange && reads) || (!reads && named.length === 0)) continue
    const others = parameters.filter((one) => one.isRequired && !named.includes(one))
    const values = Object.fromEntries([
      ...named.map((one) => [one.name, name] as const),
      ...others.map((one) => [one.name, usualValue(one)] as const),
    ])
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(callOf(tool, values))
    if (answer === undefined || answer.isError || answer.text.trim() === '') continue
    const isDone = !NO_EFFECT.test(answer.text.replaceAll(name, ' ')) && !isRefusal(answer.text)
    if (isDone && (reads || answer.text.includes(name))) notes.push(`${RESTRICTED_TOOL_RAN}: ${tool.name}`)
  }
  return notes
}
