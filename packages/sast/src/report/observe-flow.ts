import { DATA_FLOW_STEPS_MAX, type DataFlowStep, type Observation, withoutValues } from '@gatehouse/scan-engine'
import type { TaintFinding, TaintRule, TraceStep } from '../taint/index.ts'
import { firstIdOf } from '../rules/rule-ids.ts'
import type { ReportedHit } from '../scan/scan-file.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import { fixOf } from './fix.ts'
import { describe, identityOf, snippetOf, titleOf } from './observe.ts'
import type { SourceLines } from './source-lines.ts'

/** Confidence of a flow through a call that only a name identifies, and of a long flow. */
const GUESSED = 0.4

/** Own limit: among reviewed flows with more steps, few were true positives. */
const LONG_STEPS = 15

/**
 * Converts a data flow from a source to a sink to an observation of the scan.
 * @param sources loader with the files on the path
 * @param sinks sinks of the reported file for which rules define a fix
 */
export function observeFlow(
  finding: TaintFinding,
  rule: TaintRule,
  sources: SourceLines,
  sinks: readonly ReportedHit[] = [],
): Observation {
  const { filePath, place, sink, trace } = finding
  const message = withoutValues(finding.message)
  const text = sources.textOf(filePath)
  const hit = sinks.find(
    ({ hit: fileHit, seen }) =>
      fileHit.rule.id === rule.id && seen.startLine === place.line && seen.startColumn === place.column,
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
      // Possible secrets are redacted, and a partly redacted fix is dropped.
      ...(fix !== undefined && withoutValues(fix) === fix && { fix }),
      dataFlow: shortened(trace).map((step) => stepOf(step, sources)),
    },
  }
}

/** Own limit: a class name with its type arguments is shorter. */
const BEFORE_CHARS = 120

/** Whether a sink is an argument of a constructor: a method of the created object is the actual sink. */
function isConstructed(
  text: string,
  lines: Uint32Array,
  { line, column }: Pick<TaintFinding, 'place'>['place'],
): boolean {
  const start = lines[line - 1]! + column - 1
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start)
  return /(?:\bnew\s+[\w.<>]{1,80}|(?:^|[^\w.])[A-Z]\w{0,60})\(\s*$/.test(before)
}

/** Shortens a trace: its start and its end matter more than its middle. */
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
