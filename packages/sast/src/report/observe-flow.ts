import { DATA_FLOW_STEPS_MAX, type DataFlowStep, type Observation, withoutValues } from '@gatehouse/scan-engine'
import type { TaintFinding, TaintRule, TraceStep } from '../taint/index.ts'
import { firstIdOf } from '../rules/rule-ids.ts'
import type { SeenHit } from '../scan/scan-file.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import { fixOf } from './fix.ts'
import { describe, identityOf, snippetOf, titleOf } from './observe.ts'
import type { SourceLines } from './source-lines.ts'

/** Of a flow by a call of which nothing but a name says what it runs, or by a long way. */
const GUESSED = 0.4

/** Ours: steps of a way beyond which few of those that were read were true. */
const LONG_STEPS = 15

/**
 * Data that gets where it does harm, as an observation of the scan.
 * @param sources in which the files that it passes are at hand
 * @param sinks   of the file that it is told on, where rules write something in their place
 */
export function observeFlow(
  finding: TaintFinding,
  rule: TaintRule,
  sources: SourceLines,
  sinks: readonly SeenHit[] = [],
): Observation {
  const { filePath, place, sink, trace } = finding
  const message = withoutValues(finding.message)
  const text = sources.textOf(filePath)
  const hit = sinks.find(
    ({ hit: one, seen }) =>
      one.rule.id === rule.id && seen.startLine === place.line && seen.startColumn === place.column,
  )
  const fix = hit === undefined ? undefined : fixOf(hit.hit)
  const lines = text === undefined ? undefined : lineStarts(text)
  return {
    scanner: 'SAST_PATTERN',
    ruleId: `sast/${rule.id}`,
    severity: rule.severity,
    title: titleOf(rule, message),
    description: describe(message, rule.references),
    filePath,
    startLine: place.line,
    endLine: place.endLine,
    startColumn: place.column,
    endColumn: place.endColumn,
    ...(text !== undefined && { snippet: snippetOf(text, lines!, place.line, place.endLine) }),
    ...(rule.cwe !== undefined && { cweId: rule.cwe }),
    owasp: rule.owasp,
    confidence:
      finding.isGuess === true || trace.length > LONG_STEPS ? Math.min(rule.confidence, GUESSED) : rule.confidence,
    ...(text !== undefined && rule.cwe === 'CWE-502' && isConstructed(text, lines!, place) && { yields: true }),
    identity: identityOf(firstIdOf(rule), sink.snippet),
    metadata: {
      ...(rule.formerIds !== undefined && { formerRuleIds: rule.formerIds }),
      ...(rule.references.length > 0 && { references: rule.references }),
      // What may hold a secret is not shown, and half a fix is none.
      ...(fix !== undefined && withoutValues(fix) === fix && { fix }),
      dataFlow: shortened(trace).map((step) => stepOf(step, sources)),
    },
  }
}

/** Ours: the name of a class with its type arguments is shorter. */
const BEFORE_CHARS = 120

/** Whether a sink is an argument of a constructor: a method of the object that is made does the harm, and is a sink itself. */
function isConstructed(
  text: string,
  lines: Uint32Array,
  { line, column }: Pick<TaintFinding, 'place'>['place'],
): boolean {
  const start = lines[line - 1]! + column - 1
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start)
  return /(?:\bnew\s+[\w.<>]{1,80}|(?:^|[^\w.])[A-Z]\w{0,60})\(\s*$/.test(before)
}

/** The beginning and the end of a way say more than its middle. */
function shortened(trace: readonly TraceStep[]): readonly TraceStep[] {
  if (trace.length <= DATA_FLOW_STEPS_MAX) return trace
  const half = DATA_FLOW_STEPS_MAX / 2
  return [...trace.slice(0, half), ...trace.slice(-half)]
}

function stepOf(step: TraceStep, sources: SourceLines): DataFlowStep {
  const { filePath, line, column, endLine, endColumn, kind, message } = step
  const snippet = sources.lineOf(filePath, line)
  const about = { filePath, line, column, endLine, endColumn, role: kind, message: withoutValues(message) }
  return snippet === undefined ? about : { ...about, snippet }
}
