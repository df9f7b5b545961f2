import { runGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { createGuardClient, type GuardClient, type ScreeningOptions } from '../../src/index.ts'

export interface Rig {
  readonly guard: GuardClient
  readonly model: ScriptedModel
  close(): Promise<void>
}

/** Starts a real guard service, and a scripted model. */
export async function startRig(): Promise<Rig> {
  const folder = temporaryFolder()
  const run = runGatehouse(['guard'], { env: { GATEHOUSE_DATA_DIR: folder.path, GUARD_PORT: '0' } })
  const [, baseUrl] = await run.printed(/guard\s+(http:\/\/\S+)/)
  const model = await startScriptedModel([])
  return {
    guard: createGuardClient({ baseUrl: baseUrl! }),
    model,
    async close() {
      run.child.kill('SIGTERM')
      await run.ended()
      await model.close()
      folder.remove()
    },
  }
}

/** The word "heron" is blocked both ways, addresses of mail are redacted. */
export const OPTIONS: ScreeningOptions = {
  inputGuards: {
    keyword_blocklist: { action: 'block', settings: { blocklist: ['heron'] } },
    pii_detection: { action: 'redact' },
  },
  outputGuards: {
    competitor_mention: { action: 'block', settings: { competitors: ['heron'] } },
    pii_leakage: { action: 'redact' },
  },
}

/** Long enough to leave in several pieces. */
export const TALE = 'The tide comes in twice a day and goes out again, as it always has. '.repeat(20)
