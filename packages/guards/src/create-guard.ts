import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentVerdict, Mode } from '@gatehouse/contracts/verdicts'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { type CompiledPolicy, compilePolicy } from './engine/compile.ts'
import { BUILTIN_DEFAULTS, type ContentStage } from './engine/defaults.ts'
import type { GuardPorts } from './engine/ports.ts'
import { createRegistry } from './engine/registry.ts'
import { resolveBlock } from './engine/resolve.ts'
import { runPolicy } from './engine/run.ts'
import { toContentVerdict } from './engine/verdict.ts'
import { allGuards } from './guards.gen.ts'
import { localWindows } from './local-windows.ts'

export interface GuardOptions {
  /** Entries laid over the built-in defaults, by guard name. */
  readonly input?: GuardBlock
  readonly output?: GuardBlock
  readonly mode?: Mode
  readonly ports?: GuardPorts
}

export interface Guard {
  /** Screens text from a user or another untrusted source. */
  checkInput(text: string, about?: About): Promise<ContentVerdict>
  /** Screens a model's answer. */
  checkOutput(text: string, about?: About): Promise<ContentVerdict>
}

export interface About {
  readonly userRole?: string
  readonly agentKey?: string
  readonly sessionId?: string
  /** The prompt that led to an output. */
  readonly prompt?: string
  readonly contextDocs?: readonly string[]
}

/**
 * Creates the guards as a library, without server, database and environment.
 * @throws {Failure} `invalid_request` if an entry names an unknown guard or setting
 */
export function createGuard(options: GuardOptions = {}): Guard {
  const registry = createRegistry(allGuards)
  const ports = options.ports ?? { windows: localWindows(systemClock) }
  const compile = (stage: ContentStage, block: GuardBlock | undefined): CompiledPolicy =>
    compilePolicy(resolveBlock({ builtin: BUILTIN_DEFAULTS[stage], configured: {} }, undefined, block), {
      stage,
      mode: options.mode ?? 'enforce',
      registry,
      ports,
      path: [stage],
    })
  const policies = { input: compile('input', options.input), output: compile('output', options.output) }
  const check = async (stage: ContentStage, text: string, about: About): Promise<ContentVerdict> => {
    const verdict = await runPolicy(
      policies[stage],
      { text },
      {
        tenantId: 'local',
        stage,
        agentKey: about.agentKey,
        userRole: about.userRole,
        sessionId: about.sessionId,
        prompt: about.prompt,
        contextDocs: about.contextDocs ?? [],
        clock: systemClock,
      },
    )
    return toContentVerdict(verdict, policies[stage], uuidv7())
  }
  return {
    checkInput: (text, about = {}) => check('input', text, about),
    checkOutput: (text, about = {}) => check('output', text, about),
  }
}
