import { createHash } from 'node:crypto'
import { runPolicy } from '@gatehouse/guards'
import { stops } from '@gatehouse/guards/agentic'
import { Failure } from '@gatehouse/kernel'
import type { RequestFile } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { partsOf, type PartVerdict } from '@gatehouse/screening'
import { inputRun, isReusable, unmade } from './input-run.ts'

/** Retry delay in seconds if all readers are busy. */
const BUSY_RETRY_S = 2
/** Separator of texts in a file, so that words are not joined. */
const SEPARATOR = '\n\n'

const MALFORMED = { code: 'damaged', message: 'The file is not valid base64.', where: '' } as const

/**
 * Screens the visible and hidden text of a request's documents in sequence, like `/guardrails/file`. A document already screened with the
 * same policy is not read again. Stops at the first block.
 * @throws {Failure} `unavailable` for too many waiting files
 */
export async function screenFiles(exchange: ChatExchange): Promise<readonly PartVerdict[]> {
  const verdicts: PartVerdict[] = []
  for (const file of exchange.request.files) {
    // oxlint-disable-next-line no-await-in-loop -- the readers are few, and none reads after a block
    const verdict = await screenFile(file, exchange)
    verdicts.push(verdict)
    if (stops(verdict.action)) break
  }
  return verdicts
}

function screenFile(
  { name, base64, isMalformed }: RequestFile,
  exchange: ChatExchange,
): PartVerdict | Promise<PartVerdict> {
  const { input, caller, ports } = exchange
  const { perText } = partsOf(input)
  const bytes = Buffer.from(base64, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return ports.verdicts.get<PartVerdict>(
    perText,
    ['file', caller.agentKey, caller.userRole, name, sha256, isMalformed && 'malformed'],
    async () => {
      const extraction = ports.extractor.extract(bytes)
      if (extraction === undefined) {
        throw new Failure('unavailable', 'Too many files are waiting to be read.', { retryAfter_s: BUSY_RETRY_S })
      }
      const { text, hidden, mime_type, problems } = await extraction
      const verdict = await runPolicy(
        perText,
        { text: [text, ...hidden.map((item) => item.text), name].join(SEPARATOR) },
        {
          ...inputRun(exchange),
          sessionId: undefined,
          file: {
            mime_type,
            size_bytes: bytes.length,
            sha256,
            problems: isMalformed ? [MALFORMED, ...problems] : problems,
          },
        },
      )
      // Documents cannot be rewritten.
      const { action, results, skipped, would } = verdict.redactions.length > 0 ? unmade(verdict) : verdict
      return { action, results, ...(skipped && { skipped }), ...(would && { would }) }
    },
    (verdict) => (isReusable(verdict) ? verdict : undefined),
  )
}
