// Exports for thread programs. The complete package takes ten times as long to load, and threads are started often.
export { Failure, messageOf } from './failure.ts'
export { withKeptError } from './streams.ts'
export { serveThread } from './threads/serve-thread.ts'
