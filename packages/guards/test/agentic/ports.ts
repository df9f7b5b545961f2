import { type Clock, systemClock } from '@gatehouse/kernel'
import type { AgenticPorts } from '../../src/agentic/engine/ports.ts'
import { localState } from '../../src/local-state.ts'
import { localWindows } from '../../src/local-windows.ts'

/** Returns in-process ports, as for local runs. */
export function localPorts(clock: Clock = systemClock): AgenticPorts {
  return { windows: localWindows(clock), state: localState(clock) }
}
