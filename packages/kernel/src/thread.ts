// What programs of threads need. The whole package loads ten times as long, and a thread starts for every archive.
export { Failure, messageOf } from './failure.ts'
export { withKeptError } from './streams.ts'
export { serveThread } from './threads/serve-thread.ts'
