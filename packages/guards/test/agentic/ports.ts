import { type Clock, systemClock } from '@gatehouse/kernel'
import type { AgenticPorts } from '../../src/agentic/engine/ports.ts'
import { localState } from '../../src/local-state.ts'
import { localWindows } from '../../src/local-windows.ts'

/** Ports of one process alone, as local runs have them. */
export function localPorts(clock: Clock = systemClock): AgenticPorts {
  return { windows: localWindows(clock), state: localState(clock) }
}
