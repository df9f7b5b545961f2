import type { CategoryGroup } from '../engine/category.ts'

export interface AboutGroup {
  /** What it means for whoever runs the agent. */
  readonly impact: string
  /** How large the change is that ends it, without a guard to switch on: a size, and why. No hours: nobody knows them. */
  readonly remediation: string
}

const SIZE = {
  words: 'medium: instructions and what users write have to be kept apart, and messages screened',
  rights: 'medium: rights, tools or ways of data have to be narrowed, where the agent is built',
  design: 'large: parts of the agent have to be built otherwise, and tested anew',
  model: 'large: another model or other instructions have to be chosen, and evaluated',
} as const

export const aboutGroup: Readonly<Record<CategoryGroup, AboutGroup>> = {
  injection: {
    impact: 'Strangers decide what the agent does: it works for them, in the name of whoever runs it.',
    remediation: SIZE.words,
  },
  jailbreak: {
    impact: 'The agent says or does what its rules forbid, and it is published with the name of whoever runs it.',
    remediation: SIZE.words,
  },
  tools: {
    impact: 'Actions are carried out that nobody authorised: orders, messages, changes, deletions.',
    remediation: SIZE.rights,
  },
  supply_chain: {
    impact: 'What somebody else supplies decides what the agent does, for all its users at once.',
    remediation: SIZE.design,
  },
  multi_agent: {
    impact: 'One misled agent misleads the others, and the harm goes further than where it began.',
    remediation: SIZE.design,
  },
  access: {
    impact: 'People read or change what belongs to others.',
    remediation: SIZE.rights,
  },
  data: {
    impact: 'Secrets, personal data or business data leave the house.',
    remediation: SIZE.rights,
  },
  memory_rag: {
    impact: 'What was planted once is told as true to many, until somebody notices.',
    remediation: SIZE.design,
  },
  code_infra: {
    impact: 'Systems behind the agent can be read, changed or taken over.',
    remediation: SIZE.design,
  },
  resources: {
    impact: 'The service becomes slow, expensive or unavailable.',
    remediation: SIZE.rights,
  },
  harm: {
    impact: 'People come to harm with the agent’s help, and whoever runs it has to answer for it.',
    remediation: SIZE.model,
  },
  trust: {
    impact: 'People rely on what is wrong, or are led to decisions that are not their own.',
    remediation: SIZE.model,
  },
}

export const ABOUT_UNKNOWN: AboutGroup = {
  impact: 'The category is not one that is known here, so that nothing is said of its impact.',
  remediation: 'unknown: the category is not one that is known here',
}
