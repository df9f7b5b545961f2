import type { CategoryGroup } from '../engine/category.ts'

export interface AboutGroup {
  /** Impact on the operator of the agent. */
  readonly impact: string
  /** Effort of the remediation without an available guard: a size and its reason. No hours: they are unknown. */
  readonly remediation: string
}

const SIZE = {
  words: 'medium: separate instructions from user input, and screen messages',
  rights: 'medium: rights, tools or ways of data have to be narrowed, where the agent is built',
  design: 'large: redesign and retest parts of the agent',
  model: 'large: another model or other instructions have to be chosen, and evaluated',
} as const

export const aboutGroup: Readonly<Record<CategoryGroup, AboutGroup>> = {
  injection: {
    impact: 'Attackers control the agent, which then acts for them in the operator’s name.',
    remediation: SIZE.words,
  },
  jailbreak: {
    impact: 'The agent says or does what its rules forbid, in the operator’s name.',
    remediation: SIZE.words,
  },
  tools: {
    impact: 'The agent performs unauthorized actions: orders, messages, changes, deletions.',
    remediation: SIZE.rights,
  },
  supply_chain: {
    impact: 'Third-party components control the agent for all its users at once.',
    remediation: SIZE.design,
  },
  multi_agent: {
    impact: 'One compromised agent misleads others, and the damage spreads.',
    remediation: SIZE.design,
  },
  access: {
    impact: 'Users read or change data that belongs to others.',
    remediation: SIZE.rights,
  },
  data: {
    impact: 'Secrets, personal data or business data leave the organization.',
    remediation: SIZE.rights,
  },
  memory_rag: {
    impact: 'Content that was planted once is presented as true to many users until it is detected.',
    remediation: SIZE.design,
  },
  code_infra: {
    impact: 'Attackers can read, change or take over systems behind the agent.',
    remediation: SIZE.design,
  },
  resources: {
    impact: 'The service becomes slow, expensive or unavailable.',
    remediation: SIZE.rights,
  },
  harm: {
    impact: 'The agent helps to harm people, and the operator is liable.',
    remediation: SIZE.model,
  },
  trust: {
    impact: 'People rely on false information or are manipulated into decisions.',
    remediation: SIZE.model,
  },
}

export const ABOUT_UNKNOWN: AboutGroup = {
  impact: 'Unknown category; no impact description is available.',
  remediation: 'unknown: the category is not known',
}
