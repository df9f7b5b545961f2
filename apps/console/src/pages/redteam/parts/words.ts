import { messages } from '../../../messages/redteam/shared.ts'
/** Converts a name to a title: `memory_rag` becomes `Memory rag`, for names without a listed title. */
export function titleOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const GROUPS: Readonly<Record<string, string>> = {
  access: messages.words.accessAndIdentity,
  code_infra: messages.words.codeAndInfrastructure,
  data: messages.words.dataAndSecrets,
  harm: messages.words.harmfulContent,
  injection: messages.words.injection,
  jailbreak: messages.words.jailbreaks,
  memory_rag: messages.words.memoryAndRag,
  multi_agent: messages.words.multiAgentSystems,
  resources: messages.words.resourceConsumption,
  supply_chain: messages.words.supplyChain,
  tools: messages.words.toolsAndActions,
  trust: messages.words.trustAndAccuracy,
  encoding: messages.words.encodings,
  format: messages.words.formats,
  history: messages.words.fabricatedHistory,
  indirect: messages.words.indirectInjection,
  language: messages.words.languages,
  multi_turn: messages.words.multiTurn,
  overflow: messages.words.contextOverflow,
  persistence: messages.words.persistence,
  search: messages.words.adaptiveSearch,
  shots: messages.words.fewShot,
  smuggling: messages.words.hiddenCharacters,
  splitting: messages.words.payloadSplitting,
  wrapper: messages.words.rolePlayAndPretexts,
}

/** The title of a group of categories or strategies. */
export function groupTitle(group: string): string {
  return GROUPS[group] ?? titleOf(group)
}

/** Returns the title of a domain pack: "Real estate" for `real_estate`. */
export function domainTitle(name: string): string {
  return name.length <= 2 ? name.toUpperCase() : titleOf(name)
}

/** Formats a share between 0 and 1 as a percentage. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)}%`
}

/** Full and partial successes are combined for display. */
export const GOT_THROUGH: ReadonlySet<string> = new Set(['vulnerable', 'partial'])
