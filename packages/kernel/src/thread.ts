// Exports for thread programs. The complete package takes ten times as long to load, and a thread starts for every archive.
export { Failure, messageOf } from './failure.ts'
export { withKeptError } from './streams.ts'
export { serveThread } from './threads/serve-thread.ts'
