import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createGuard, type GuardOptions } from '@gatehouse/guards'
import { PROSE } from './guard/texts.ts'
import { median } from './lib/statistics.ts'
import { wilson } from '@gatehouse/kernel'
import { blockedWords, type Labelled, personalData } from './peers/labelled.ts'

/**
 * Compares with the npm package that a user would choose for the same job: detections in the same sentences, false positives, and time,
 * alternating within one run.
 *   npm install --prefix bench/peers --ignore-scripts --no-package-lock
 *   node --conditions=gatehouse bench/peers.ts
 */
type Check = (text: string) => Promise<boolean>

interface PeerModule {
  readonly keywordsCheck?: (context: object, text: string, config: object) => Promise<Answer>
  readonly pii?: (context: object, text: string, config: object) => Promise<Answer>
  readonly PIIConfig?: { parse(config: object): object }
}
interface Answer {
  readonly tripwireTriggered: boolean
}

const FOLDER = new URL('peers/', import.meta.url)
if (!existsSync(new URL('node_modules', FOLDER))) {
  process.stderr.write(
    'The peers are not installed: npm install --prefix bench/peers --ignore-scripts --no-package-lock\n',
  )
  process.exit(1)
}
const load = createRequire(new URL('package.json', FOLDER)) as (path: string) => PeerModule
const { pii, PIIConfig } = load('@openai/guardrails/dist/checks/pii.js')
const { keywordsCheck } = load('@openai/guardrails/dist/checks/keywords.js')

const { keywords, texts: words } = blockedWords()
const piiConfig = PIIConfig!.parse({ block: true })

await compare('personal data', personalData(), {
  gatehouse: ours({ input: { ...off(), pii_detection: { action: 'block' } } }),
  '@openai/guardrails': async (text) => (await pii!({}, text, piiConfig)).tripwireTriggered,
})
await compare('blocked words', words, {
  gatehouse: ours({ input: { ...off(), keyword_blocklist: { action: 'block', settings: { blocklist: keywords } } } }),
  '@openai/guardrails': async (text) => (await keywordsCheck!({}, text, { keywords })).tripwireTriggered,
})

/** List of a realistic length: one pass finds all entries, regardless of the length. */
const LONG_LIST = Array.from(
  { length: 1_000 },
  (_, index) => `codename ${index.toString(36)}${(index * 7_919).toString(36)}`,
)
const mine = ours({ input: { ...off(), keyword_blocklist: { action: 'block', settings: { blocklist: LONG_LIST } } } })
const theirs: Check = async (text) => (await keywordsCheck!({}, text, { keywords: LONG_LIST })).tripwireTriggered
process.stdout.write('1,000 blocked words\n')
for (const size of [1_024, 10_240]) await speed({ gatehouse: mine, '@openai/guardrails': theirs }, size)

/** Disables the built-in guards: each row compares one job. */
function off(): NonNullable<GuardOptions['input']> {
  const names = ['adversarial_detection', 'system_prompt_leak', 'payload_risk', 'toxicity', 'pii_detection']
  return Object.fromEntries(names.map((name) => [name, { enabled: false }]))
}

function ours(options: GuardOptions): Check {
  const guard = createGuard(options)
  return async (text) => (await guard.checkInput(text)).action === 'block'
}

async function compare(
  job: string,
  labelled: readonly Labelled[],
  peers: Readonly<Record<string, Check>>,
): Promise<void> {
  process.stdout.write(`${job}: ${labelled.length} sentences\n`)
  for (const [name, check] of Object.entries(peers)) {
    let found = 0
    let wrong = 0
    for (const { text, holds } of labelled) {
      const flagged = await check(text)
      if (holds && flagged) found += 1
      if (!holds && flagged) wrong += 1
    }
    const holding = labelled.filter(({ holds }) => holds).length
    const line = [`found ${share(found, holding)}`, `flagged wrongly ${share(wrong, labelled.length - holding)}`]
    process.stdout.write(`  ${name.padEnd(20)} ${line.join('   ')}\n`)
  }
  for (const size of [1_024, 10_240, 102_400]) await speed(peers, size)
}

async function speed(peers: Readonly<Record<string, Check>>, chars: number): Promise<void> {
  const text = PROSE.slice(0, chars)
  const times: (readonly [string, number])[] = []
  for (const [name, check] of Object.entries(peers)) times.push([name, median(await timed(check, text))])
  const [[, own] = ['', 1], ...others] = times
  const ratios = others.map(([name, other]) => `${name} takes ${(other / own).toFixed(2)} times as long`)
  process.stdout.write(`  ${chars / 1_024} KB of prose: ${(own * 1_000).toFixed(1)} µs; ${ratios.join(', ')}\n`)
}

async function timed(check: Check, text: string): Promise<number[]> {
  const times: number[] = []
  const runs = Math.max(20, Math.ceil(1_000_000 / text.length))
  for (let run = -Math.ceil(runs / 4); run < runs; run += 1) {
    const started = performance.now()
    await check(text)
    if (run >= 0) times.push(performance.now() - started)
  }
  return times
}

function share(hits: number, of: number): string {
  const { low, high } = wilson(hits, of)
  const percent = (value: number): string => (value * 100).toFixed(1)
  return `${percent(hits / of)} % [${percent(low)}–${percent(high)}]`
}
