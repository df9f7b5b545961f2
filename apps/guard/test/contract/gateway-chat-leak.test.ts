import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import type { ScriptedReply } from '@gatehouse/testkit/model'
import { type ChatService, chatTeam, type ChatTeam, serveChat } from './chat-team.ts'

/** Characters that neither the filler nor a frame contains: one of them in the received bytes is a leak. */
const PHRASE = 'QXЖщ腐蝕'
const FILLER = 'the rain in oslo falls on plain and hill '
const TOTAL = 2_000

let service: ChatService
let team: ChatTeam
let reply: ScriptedReply = {}
beforeAll(async () => {
  service = await serveChat()
  const guards = { competitor_mention: { enabled: true, action: 'block', settings: { competitors: [PHRASE] } } }
  team = await chatTeam(service, 'leaks', () => reply, { output_guardrails: guards })
})
afterAll(() => service.close())

function textAt(offset: number): string {
  const filler = FILLER.repeat(60)
  return `${filler.slice(0, Math.max(0, offset - 1))}${offset === 0 ? '' : ' '}${PHRASE} ${filler.slice(0, TOTAL - offset)}`
}

/** Text that is cut, and bytes that are: in the middle of frames and of characters. */
const CUTS: readonly Pick<ScriptedReply, 'split' | 'wireBytes'>[] = [
  { split: 4_000 },
  { split: 1_000 },
  { split: 300 },
  { split: 41 },
  { split: 40, wireBytes: 997 },
  { split: 160, wireBytes: 53 },
]

const PLACES: Readonly<Record<string, (text: string) => ScriptedReply>> = {
  'the text': (text) => ({ text }),
  'a refusal': (refusal) => ({ text: '', refusal }),
  'arguments of a call': (text) => ({ toolCalls: [{ name: 'note', arguments: { text } }] }),
  'arguments of a call in escapes': (text) => ({
    toolCalls: [{ name: 'note', arguments: JSON.stringify({ text }).replace(/[QX]|[^\x20-\x7e]/g, escaped) }],
  }),
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

async function bytesOf(scriptedReply: ScriptedReply): Promise<string> {
  reply = scriptedReply
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${team.key}` },
    body: JSON.stringify({ model: 'small', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return response.text()
}

describe('over a socket no character of a blocked phrase arrives', () => {
  proves.each(
    ['guard:streaming.hold-back', 'guard:rules.stream.final-chunk', 'guard:chat.done-follows'],
    Object.entries(PLACES).map(([place, of]) => [place, of] as [string, (text: string) => ScriptedReply]),
  )('from %s, at any position and for any chunking', async (_, of) => {
    let turn = 0
    // Offsets throughout the cadence of 160 and 800 characters; the pipeline and the engine have tests for every offset.
    for (let offset = 0; offset <= TOTAL; offset += 61) {
      turn += 1
      const cut = CUTS[turn % CUTS.length]!
      const arrived = await bytesOf({ ...of(textAt(offset)), ...cut })
      const found = {
        where: `offset ${offset}, ${JSON.stringify(cut)}`,
        leaked: Array.from(PHRASE).filter((letter) => arrived.includes(letter)),
        end: arrived.slice(-'"}}\n\ndata: [DONE]\n\n'.length),
        filtered: arrived.includes(
          '"finish_reason":"content_filter"}],"x_shield":{"blocked":true,"guardrail":"competitor_mention"',
        ),
      }
      expect(found).toEqual({ where: found.where, leaked: [], end: '"}}\n\ndata: [DONE]\n\n', filtered: true })
    }
  })
})
