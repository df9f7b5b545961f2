import { DATA_FLOW_STEPS_MAX, type DataFlowStep, type Observation } from '../../engine/observation.ts'
import { withoutValues } from '../../secrets/mask.ts'
import type { TaintFinding, TaintRule, TraceStep } from '../taint/index.ts'
import type { SeenHit } from '../scan/scan-file.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import { fixOf } from './fix.ts'
import { describe, identityOf, snippetOf, titleOf } from './observe.ts'

/** Of a flow by a call of which nothing but a name says what it runs. */
const GUESSED = 0.4

/**
 * Data that gets where it does harm, as an observation of the scan.
 * @param text  of the file that it is told on; undefined where that is there no more
 * @param sinks of that file, where rules write something in their place
 */
export function observeFlow(
  finding: TaintFinding,
  rule: TaintRule,
  text: string | undefined,
  sinks: readonly SeenHit[] = [],
): Observation {
  const { filePath, place, sink, trace } = finding
  const message = withoutValues(finding.message)
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
    title: titleOf(message),
    description: describe(message, rule.references),
    filePath,
    startLine: place.line,
    endLine: place.endLine,
    startColumn: place.column,
    endColumn: place.endColumn,
    ...(text !== undefined && { snippet: snippetOf(text, lines!, place.line, place.endLine) }),
    ...(rule.cwe !== undefined && { cweId: rule.cwe }),
    owasp: rule.owasp,
    confidence: finding.isGuess === true ? Math.min(rule.confidence, GUESSED) : rule.confidence,
    identity: identityOf(rule.id, sink.snippet),
    metadata: {
      ...(rule.references.length > 0 && { references: rule.references }),
      // What may hold a secret is not shown, and half a fix is none.
      ...(fix !== undefined && withoutValues(fix) === fix && { fix }),
      dataFlow: shortened(trace).map(stepOf),
    },
  }
}

/** The beginning and the end of a way say more than its middle. */
function shortened(trace: readonly TraceStep[]): readonly TraceStep[] {
  if (trace.length <= DATA_FLOW_STEPS_MAX) return trace
  const half = DATA_FLOW_STEPS_MAX / 2
  return [...trace.slice(0, half), ...trace.slice(-half)]
}

function stepOf({ filePath, line, column, endLine, endColumn, kind, message }: TraceStep): DataFlowStep {
  return { filePath, line, column, endLine, endColumn, role: kind, message: withoutValues(message) }
}
