import type { CategoryName } from './taxonomy.ts'

/** Something that a framework asks for. */
export interface Control {
  /** As the framework writes it, e.g. `LLM01`, `AML.T0051.000`, `Art. 32`. */
  readonly code: string
  readonly title: string
  /** What goes wrong where it is not met, in our words. */
  readonly about?: string
  /** Whose attacks say something about it; none: no attack does, and it is never called tested. */
  readonly categories: readonly CategoryName[]
}

/** A list of controls, of one edition: another edition is another list. */
export interface Framework {
  readonly id: string
  readonly name: string
  /** Of the framework itself. */
  readonly version: string
  /** What attacks on an agent cannot show about it. */
  readonly scope: string
  readonly controls: readonly Control[]
  /** Which codes of this framework a record names itself, where categories have a mapping to it. */
  readonly codesOf?: (record: {
    readonly owasp: readonly string[]
    readonly asi: readonly string[]
    readonly atlas: readonly string[]
  }) => readonly string[]
}

/** For frameworks of law and of management: attacks are evidence about the agent, and nothing else. */
export const TECHNICAL_ONLY =
  'Attacks on the agent show only its technical behaviour, not whether the organisation meets the other requirements.'

/** @param categories  names, and lists of them such as a whole group */
export function control(
  code: string,
  title: string,
  ...categories: readonly (CategoryName | readonly CategoryName[])[]
): Control {
  return { code, title, categories: [...new Set(categories.flat())] }
}
