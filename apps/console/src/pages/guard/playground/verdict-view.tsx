import { ChevronRight } from 'lucide-react'
import { Badge, Severity, Verdict } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { KeyValue } from '../../../ui/key-value.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { visible, visibleJson } from '../parts/visible.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import type { Attempt, GuardInfo, CheckResult, Result } from './attempt.ts'
import { Highlighted } from './highlighted.tsx'
import { spansOf } from './spans.ts'
import { suggestedChanges } from './what-changes.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/playground.ts'
import { labelOf } from '../../../ui/words.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  pass: messages.verdictView.noFindingsTheContentPasses,
  detect: messages.verdictView.findingsWereRecordedTheContent,
  warn: messages.verdictView.theContentPassesWithAWarning,
  redact: messages.verdictView.theContentPassesAfterRedaction,
  require_approval: messages.verdictView.theContentIsHeldUntilAn,
  block: messages.verdictView.theContentIsBlocked,
}
const SOURCES: Readonly<Record<string, string>> = {
  tenant: messages.verdictView.thePolicyOfTheTenant,
  request: messages.verdictView.theSelectedGuards,
  server: messages.verdictView.theDefaultsOfThisDeployment,
}

/** Decision of the guard on one attempt, with its reasons. */
export function VerdictView({ attempt, guards }: { readonly attempt: Attempt; readonly guards: readonly GuardInfo[] }) {
  const { judged, draft } = attempt
  const text = draft.kind === 'prompt' ? draft.prompt : draft.kind === 'output' ? draft.output : undefined
  const stage = draft.kind === 'tool' ? 'agentic' : draft.kind === 'output' ? 'output' : 'input'
  const byAction = judged.guardrail_results.toSorted((a, b) => Number(a.passed) - Number(b.passed))
  const slowest_ms = Math.max(0.001, ...judged.guardrail_results.map(({ latency_ms }) => latency_ms))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card>
        <Summary judged={judged} own={draft.own && draft.kind !== 'tool'} />
        {text !== undefined && (
          <div className="mt-4">
            <Highlighted text={text} spans={spansOf(text, judged.guardrail_results)} />
          </div>
        )}
        {judged.sanitized_output !== undefined && (
          <div className="mt-4">
            <h3 className="mb-1 text-sm font-medium">{messages.verdictView.resultingText}</h3>
            <CodeBlock isProse label={messages.verdictView.resultingText} text={visible(judged.sanitized_output)} />
          </div>
        )}
        {judged.file !== undefined && <FileRead file={judged.file} />}
      </Card>
      <Card
        flush
        title={common.guards}
        actions={<span className="text-muted">{messages.verdictView.ran(judged.guardrail_results.length)}</span>}
      >
        <ul aria-label={messages.verdictView.guardResults}>
          {byAction.map((result) => (
            <Line
              key={result.guardrail}
              result={result}
              judged={judged}
              share={result.latency_ms / slowest_ms}
              info={guards.find(({ name, stage: of }) => name === result.guardrail && of === stage)}
            />
          ))}
        </ul>
        {judged.skipped_guardrails !== undefined && judged.skipped_guardrails.length > 0 && (
          <p className="px-4 py-2 text-xs text-muted">
            {messages.verdictView.notRunBecauseAnEarlierTier(judged.skipped_guardrails.join(', '))}
          </p>
        )}
      </Card>
    </div>
  )
}

function Summary({ judged, own }: { readonly judged: CheckResult; readonly own: boolean }) {
  const total_ms =
    judged.inference_time_ms ?? judged.guardrail_results.reduce((sum, { latency_ms }) => sum + latency_ms, 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3" role="status" aria-label={common.verdict}>
        <Verdict of={judged.action} />
        <p className="font-medium">{SENTENCES[judged.action] ?? ''}</p>
      </div>
      {judged.message !== undefined && judged.message !== '' && (
        <p className="mt-2 text-sm">{visible(judged.message)}</p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="tabular-nums">{messages.verdictView.ms(total_ms.toFixed(1))}</span>
        <span>{messages.verdictView.mode(judged.mode)}</span>
        {judged.policy_source !== undefined && (
          <span>{messages.verdictView.source(SOURCES[judged.policy_source] ?? judged.policy_source)}</span>
        )}
        {judged.request_id !== undefined && (
          <TextLink to="/guard/audit" search={{ request_id: judged.request_id }}>
            {messages.verdictView.viewAuditEntry}
          </TextLink>
        )}
      </p>
      {judged.would_action !== undefined && (
        <p className="mt-2 text-sm">{messages.verdictView.verdictInEnforceMode(labelOf(judged.would_action))}</p>
      )}
      {own && judged.policy_source === 'tenant' && (
        <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {messages.verdictView.theTenantHasItsOwnPolicyFor}
        </p>
      )}
    </>
  )
}

function FileRead({ file }: { readonly file: Readonly<Record<string, unknown>> }) {
  const shown = ['name', 'mime_type', 'size_bytes', 'extracted_chars', 'pages', 'note'].filter(
    (name) => file[name] !== undefined,
  )
  return (
    <div className="mt-4">
      <KeyValue pairs={shown.map((name) => [labelOf(name), visible(String(file[name]))])} />
      {file['extraction_truncated'] === true && (
        <p className="mt-2 text-sm text-warn">{messages.verdictView.theContentIsLongerThanThe}</p>
      )}
    </div>
  )
}

interface LineProps {
  readonly result: Result
  readonly judged: CheckResult
  readonly share: number
  readonly info: GuardInfo | undefined
}

function Line({ result, judged, share, info }: LineProps) {
  const changes = suggestedChanges(result, judged, info)
  const { views, signs, backend } = result.details as Readonly<Record<string, unknown>>
  return (
    <li className="border-b border-line last:border-0">
      <details className="group" open={!result.passed && result.action === judged.action}>
        <summary className="grid min-h-10 cursor-pointer grid-cols-[16px_minmax(0,1fr)_max-content] items-center gap-x-2 px-4 py-1.5 text-sm hover:bg-hover sm:grid-cols-[16px_148px_minmax(0,1fr)_56px_72px_64px]">
          <ChevronRight size={14} aria-hidden className="text-muted transition-transform group-open:rotate-90" />
          <span className="max-sm:order-3">
            <Verdict of={result.would_action ?? result.action} />
          </span>
          <span className={cx('truncate font-mono text-xs', result.passed && 'text-muted')}>{result.guardrail}</span>
          <span className="text-right text-xs text-muted tabular-nums max-sm:hidden">{result.score?.toFixed(2)}</span>
          <span className="h-1 overflow-hidden rounded-full bg-sunken max-sm:hidden" aria-hidden>
            <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.max(2, share * 100)}%` }} />
          </span>
          <span className="text-right text-xs text-muted tabular-nums max-sm:hidden">
            {messages.verdictView.ms2(result.latency_ms.toFixed(1))}
          </span>
        </summary>
        <div className="flex flex-col gap-3 px-4 pt-1 pb-4 text-sm sm:pl-10">
          <p>{result.message === '' ? messages.verdictView.noFindings : visible(result.message)}</p>
          <div className="flex flex-wrap items-center gap-2 text-xs">
            {result.severity !== undefined && <Severity of={result.severity} />}
            {result.category !== undefined && <Badge>{result.category}</Badge>}
            {listOf(views).map((view) => (
              <Badge key={view} tone="info">
                {messages.verdictView.detectedIn(view)}
              </Badge>
            ))}
            {listOf(signs).map((sign) => (
              <Badge key={sign}>{sign}</Badge>
            ))}
            {typeof backend === 'string' && <span className="text-muted">{backend}</span>}
          </div>
          {changes.length > 0 && (
            <div>
              <h3 className="text-xs font-semibold text-muted">{messages.verdictView.conditionsForAnotherVerdict}</h3>
              <ul className="mt-1 list-disc pl-4">
                {changes.map((sentence) => (
                  <li key={sentence}>{visible(sentence)}</li>
                ))}
              </ul>
            </div>
          )}
          {Object.keys(result.details).length > 1 && (
            <CodeBlock label={messages.verdictView.detailsOf(result.guardrail)} text={visibleJson(result.details)} />
          )}
        </div>
      </details>
    </li>
  )
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? [...new Set(value.map(String))] : [])
