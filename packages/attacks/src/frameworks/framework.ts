import type { CategoryName } from './taxonomy.ts'

/** Something that a framework asks for. */
export interface Control {
  /** As the framework writes it, e.g. `LLM01`, `AML.T0051.000`, `Art. 32`. */
  readonly code: string
  readonly title: string
  /** Risk of an unmet control, in our own words. */
  readonly about?: string
  /** Categories whose attacks test the control; empty: no attack does, and the control is never reported as tested. */
  readonly categories: readonly CategoryName[]
}

/** One edition of a list of controls: another edition is another list. */
export interface Framework {
  readonly id: string
  readonly name: string
  /** Of the framework itself. */
  readonly version: string
  /** Aspects that attacks on an agent cannot test. */
  readonly scope: string
  readonly controls: readonly Control[]
  /** Returns the codes of this framework that a record names itself, when categories have a mapping to it. */
  readonly codesOf?: (record: {
    readonly owasp: readonly string[]
    readonly asi: readonly string[]
    readonly atlas: readonly string[]
  }) => readonly string[]
}

/** For frameworks of law and of management: attacks are evidence about the agent, and nothing else. */
export const TECHNICAL_ONLY =
  'Attacks on the agent show only its technical behavior, not whether the organization meets the other requirements.'

/** @param categories  names, and lists of names such as an entire group */
export function control(
  code: string,
  title: string,
  ...categories: readonly (CategoryName | readonly CategoryName[])[]
): Control {
  return { code, title, categories: [...new Set(categories.flat())] }
}
