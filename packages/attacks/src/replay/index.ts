// Replay: the attacks of a report are regenerated and sent again.
export { prepareReplay, type ReplayRun } from './prepare-replay.ts'
export { type PreparedItem, type ReplayItem, replayItems } from './replay-items.ts'
export { restoreTarget, type RestoredTarget } from './restore-target.ts'
