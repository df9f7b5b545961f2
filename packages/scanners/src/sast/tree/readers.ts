import type { OwnGrammar } from './grammar.ts'

/** The languages that we read ourselves, by the names of their grammars. Each is imported when it is first asked for. */
export const READERS: Readonly<Partial<Record<string, () => Promise<OwnGrammar>>>> = {}
