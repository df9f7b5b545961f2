import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { JobQueue } from './queue.js'
import { transcode } from './transcode.js'

const queue = new JobQueue()

createServer((req, res) => {
  const { searchParams } = new URL(req.url, 'http://media.local')
  queue.add(randomUUID(), { preset: searchParams.get('preset') })
  res.writeHead(202).end()
}).listen(9090)

setInterval(() => {
  const job = queue.take()
  if (job) transcode(job)
}, 1000)
