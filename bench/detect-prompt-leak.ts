// Requests for the system prompt, on development data.   node --conditions=gatehouse bench/detect-prompt-leak.ts [data folder]
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createGuard } from '@gatehouse/guards'
import { z } from 'zod'
import { wilson } from '@gatehouse/kernel'

/**
 * Attack rows are labelled by kind, not by objective. The detection rate is therefore given for rows that name the prompt or the
 * instructions, and for rows of kind extraction. The words were chosen with these rows in view: the rates are development figures. False
 * positives are over all benign rows.
 */
const EXTRACTION = new Set(['extraction', 'prompt_extraction', 'prompt_leak', 'system_extraction'])
const NAMES_PROMPT = /\b(?:system|initial|original|hidden|your) (?:prompt|instructions)\b|systemprompt/i
const SHORT_CHARS = 300

const Row = z.object({ text: z.string(), label: z.number(), source: z.string(), kind: z.string() })

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data/detection/', import.meta.url))
const path = `${folder}/injection.jsonl.gz`
if (existsSync(path)) await measure(path)
else process.stdout.write(`${path} is not there; name a folder that holds injection.jsonl.gz\n`)

async function measure(file: string): Promise<void> {
  const guard = createGuard()
  const groups = new Map<string, { found: number; all: number }>()
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    const row = Row.parse(JSON.parse(line))
    const group = groupOf(row)
    if (group === undefined) continue
    const { guardrail_results: results } = await guard.checkInput(row.text)
    const counts = groups.get(group) ?? { found: 0, all: 0 }
    groups.set(group, counts)
    counts.all += 1
    if (results.some(({ guardrail, passed }) => guardrail === 'system_prompt_leak' && !passed)) counts.found += 1
  }
  for (const [group, { found, all }] of [...groups].toSorted(([a], [b]) => a.localeCompare(b))) {
    const { low, high } = wilson(found, all)
    const share = `${percent(found / all)} [${percent(low)}–${percent(high)}]`
    process.stdout.write(`${group.padEnd(44)}${String(found).padStart(7)} of ${String(all).padEnd(7)} ${share} %\n`)
  }
}

function groupOf({ label, text, kind }: z.infer<typeof Row>): string | undefined {
  if (label === 0) return 'benign, flagged'
  if (EXTRACTION.has(kind)) return 'attack of kind extraction, found'
  return text.length < SHORT_CHARS && NAMES_PROMPT.test(text) ? 'attack that names the prompt, found' : undefined
}

function percent(share: number): string {
  return (share * 100).toFixed(share < 0.01 ? 3 : 1)
}
