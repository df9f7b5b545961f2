export {
  type Automaton,
  AUTOMATON_BYTES_MAX,
  AUTOMATON_PATTERNS_MAX,
  type AutomatonOptions,
  buildAutomaton,
} from './aho-corasick.ts'
export { foldText } from './fold.ts'
export { PATTERN_UNITS_MAX, SET_PATTERNS_MAX } from './regex/limits.ts'
export type { StepMeter } from './regex/meter.ts'
export { compileRegex, type LinearRegex, type Match, type RegexOptions } from './regex/regex.ts'
export { compileRegexSet, type RegexSet, type SetPattern } from './regex/regex-set.ts'
export type { Span as MatchSpan } from './regex/spans.ts'
