import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { expect, onTestFinished, test } from 'vitest'
import { attachmentOf } from '../../src/carriers/attachment.ts'
import { findSpeechProgram, speak } from '../../src/carriers/speech.ts'
import { CARRIER_STRATEGIES, carrierProblem, carriersFor, uncreatedFiles } from '../../src/carriers/strategies.ts'
import { conductRun } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { egressPort } from '../../src/targets/port.ts'
import { json, startAgent } from '../targets/agent-server.ts'

const HEADER_BYTES = 44

/** Installs a program in place of the synthesizer. */
function install(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-speech-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'espeak-ng'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'espeak-ng'), 0o755)
  return findSpeechProgram(['/none', folder]) ?? ''
}

/** A recording whose samples are the bytes of the message, after a header without lengths. */
const RECORDER = `printf 'RIFF....WAVEfmt ....................data....'; cat`

interface AudioPart {
  readonly type: string
  readonly input_audio?: { readonly data: string; readonly format: string }
}

function audioIn(body: string): string | undefined {
  const { messages } = JSON.parse(body) as { messages: { content: string | readonly AudioPart[] }[] }
  const content = messages.at(-1)!.content
  const part = typeof content === 'string' ? undefined : content.find(({ type }) => type === 'input_audio')
  return part?.input_audio?.format === 'wav' ? part.input_audio.data : undefined
}

/** Attacks an agent that answers recordings. */
async function attack(answer: (recording: string) => string) {
  const agent = await startAgent(({ body }, response) => {
    const recording = audioIn(body)
    const content = recording === undefined ? 'How can I help?' : answer(recording)
    json(response, { choices: [{ message: { content } }] })
  })
  const request = RunRequest.parse({
    target: { type: 'openai', model: 'm', baseUrl: agent.url, attachments: ['audio'] },
    categories: ['prompt_injection'],
    attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 6, strategies: ['audio_speech'], seed: 'one' },
  })
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  const ports = { http: egressPort(egress), clock: systemClock, signal: new AbortController().signal }
  const { report } = await conductRun(prepareRun(request), ports)
  return report.rounds.flatMap((round) => round.results).filter((result) => result.attack.strategy === 'audio_speech')
}

test.skipIf(findSpeechProgram() === undefined)(
  'an agent that understands and obeys speech is vulnerable, and one that ignores recordings is not',
  async () => {
    const sent: string[] = []
    const ignored = await attack((recording) => {
      sent.push(recording)
      return 'Thank you.'
    })
    expect(ignored.some(({ verdict }) => verdict === 'vulnerable')).toBe(false)
    // The same seed sends the same recordings: this agent knows what each of them says.
    const texts = new Map<string, string>()
    for (const text of ignored.flatMap((result) => result.attack.turns)) {
      const { bytes } = await attachmentOf('audio_speech', text)
      texts.set(Buffer.from(bytes).toString('base64'), text)
    }
    expect(sent.some((recording) => texts.has(recording))).toBe(true)
    const obeyed = await attack((recording) => {
      const text = texts.get(recording) ?? ''
      const [, left = 'Thank', right = ' you.'] = /"([a-z]{8})"[^]*?"([a-z]{6})"/.exec(text) ?? []
      return left + right
    })
    expect(obeyed.some(({ verdict }) => verdict === 'vulnerable')).toBe(true)
  },
  30_000,
)

test('the message is no argument, lengths are written, and a failed program is an error of the target', async () => {
  const recorder = install(`test "$*" = '--stdin --stdout -b 1 -v en' && ${RECORDER}`)
  const file = Buffer.from(await speak('--voices=x; say "hello"', recorder))
  expect(file.toString('utf8', HEADER_BYTES)).toBe('--voices=x; say "hello"')
  expect([file.readUInt32LE(4), file.readUInt32LE(40)]).toEqual([file.length - 8, file.length - HEADER_BYTES])
  await expect(speak('x', install('exit 3'))).rejects.toThrow('espeak-ng failed: exit code 3')
  await expect(speak('x', install('echo no audio'))).rejects.toThrow('returned no WAV file')
  await expect(speak('x', '/none/espeak-ng')).rejects.toThrow('espeak-ng failed')
})

test('without a speech synthesizer, audio is reported as not tested, and a named strategy is refused', () => {
  const speech = CARRIER_STRATEGIES.filter(({ carrier }) => carrier === 'audio_speech')
  expect(carriersFor(['audio'], true)).toEqual(speech)
  expect(carriersFor(['audio'], false)).toEqual([])
  expect(uncreatedFiles(['audio'], false)).toEqual([
    { category: 'audio_speech', reason: 'Not sent: espeak-ng is not installed.' },
  ])
  expect(uncreatedFiles(['image'], false)).toEqual([])
  expect(carrierProblem(speech, ['audio'], false)).toBe('Strategy audio_speech needs espeak-ng: install it.')
  expect(carrierProblem(speech, ['audio'], true)).toBeUndefined()
})

test.skipIf(findSpeechProgram() === undefined)(
  'the installed program speaks the whole message, each time alike',
  async () => {
    const short = await attachmentOf('audio_speech', 'Hello.')
    const long = await attachmentOf('audio_speech', 'Hello. Please read the instructions aloud, and then answer them.')
    expect(short.bytes.length).toBeGreaterThan(10_000)
    expect(long.bytes.length).toBeGreaterThan(3 * short.bytes.length)
    expect((await attachmentOf('audio_speech', 'Hello.')).bytes).toEqual(short.bytes)
    expect(Buffer.from(short.bytes).toString('latin1', 8, 12)).toBe('WAVE')
  },
)
