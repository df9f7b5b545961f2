import { PII_ENTITIES } from '../../packages/guards/src/detectors/pii/catalogue.ts'
import { PII_VIEWS, type PiiDetector } from '../../packages/guards/src/detectors/pii/detect.ts'
import { makeViews } from '../../packages/guards/src/text/views.ts'

const PROSE =
  'The harbour was quiet in the early morning, and only a few boats moved against the grey water. People who had worked ' +
  'through the night walked home along the wall, talking in low voices about the weather and the price of fish. A dog slept ' +
  'beside an empty crate. Nobody knew whether the storm would come, but most had tied their ropes twice, and the older ones ' +
  'had taken the nets inside. By noon the sun broke through, and the market filled with colour, noise and the smell of bread. '

/** Baseline detector: one regular expression per kind, over the entire text. */
const NAIVE: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b(?:\d[ -]*?){13,19}\b/g,
  /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b/g,
  /\b\d{3}-\d{2}-\d{4}\b/g,
  /\b9\d{2}-\d{2}-\d{4}\b/g,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /\b(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{1,4}\b/gi,
  /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
  /(?:\+?\d{1,3}[ .-]?)?\(?\d{2,4}\)?[ .-]?\d{3,4}[ .-]?\d{3,4}/g,
  /\b\d{3}[ -]?\d{3}[ -]?\d{4}\b/g,
  /\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/gi,
  /\b\d{8}-?[A-Z]\b/gi,
  /\b[XYZ]-?\d{7}-?[A-Z]\b/gi,
  /\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b/gi,
  /\b[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b/g,
  /\b\d{11}\b/g,
  /\b\d{9}\b/g,
  /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
  /\b\d{4}[ -]?\d{4}[ -]?\d{4}\b/g,
  /\b[A-Z]{5}\d{4}[A-Z]\b/gi,
  /\b\d{6}[-+]\d{4}\b/g,
  /\b[13][1-9A-HJ-NP-Za-km-z]{25,34}\b/g,
  /\b0x[0-9a-f]{40}\b/gi,
  /\bbc1[02-9ac-hj-np-z]{11,87}\b/gi,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/g,
  /\b(?:Mr|Mrs|Ms|Dr)\.? [A-Z]\w+(?: [A-Z]\w+)?/g,
  /\b[A-Z][a-z]+ [A-Z][a-z]+\b/g,
  /\b\d{1,5} (?:[A-Z]\w+ ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive)\b/g,
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  /\bgh[pousr]_\w{36}\b/g,
  /\bsk-[\w-]{20,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /(?:password|secret|token|api[_-]?key)\s*[:=]\s*\S+/gi,
]

const KB = 1_024
const ROUNDS_MS = 400

export function measureSpeed(detector: PiiDetector): string[][] {
  const dense = PII_ENTITIES.flatMap((entity) => entity.examples.finds.map(([text]) => text)).join('\n')
  const texts: readonly (readonly [string, string])[] = [
    ['prose, 1 KB', fill(PROSE, KB)],
    ['prose, 100 KB', fill(PROSE, 100 * KB)],
    [
      'one e-mail address and one phone number in 1 KB',
      fill(PROSE, KB - 60) + ' Write to jane.doe@example.com or call +1 213 373 4253.',
    ],
    ['every example of every entity (dense)', dense],
    ['dense, 100 KB', fill(dense, 100 * KB)],
    ['adversarial "a@" 100 KB', 'a@'.repeat(50 * KB)],
    ['adversarial "1-" 100 KB', '1-'.repeat(50 * KB)],
    ['adversarial "1." 100 KB', '1.'.repeat(50 * KB)],
    ['adversarial digits 100 KB', '4'.repeat(100 * KB)],
  ]
  return texts.map(([name, text]) => {
    const views = perKb(text, () => makeViews(text).views(PII_VIEWS).length)
    const ready = makeViews(text)
    const own = perKb(text, () => detector.detect(ready).length)
    if (name.startsWith('adversarial')) return [name, views.toFixed(1), own.toFixed(1), 'not run', '']
    const naive = perKb(text, () => NAIVE.reduce((sum, form) => sum + [...text.matchAll(form)].length, 0))
    return [name, views.toFixed(1), own.toFixed(1), naive.toFixed(1), `${(naive / own).toFixed(1)} times`]
  })
}

function fill(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}

/** Median microseconds per KB over the rounds that fit the time. */
function perKb(text: string, work: () => number): number {
  for (let warm = 0; warm < 20; warm++) work()
  const times: number[] = []
  const until = performance.now() + ROUNDS_MS
  while (performance.now() < until || times.length < 5) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  times.sort((left, right) => left - right)
  return ((times[times.length >> 1] as number) * 1_000) / (text.length / KB)
}
