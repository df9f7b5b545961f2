export { BoundedThread, type ThreadBounds, type ThreadEnd, ThreadEnded, threadEnvironment } from './bounded-thread.ts'
export { serveThread } from './serve-thread.ts'
