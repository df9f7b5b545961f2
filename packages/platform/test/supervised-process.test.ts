import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type SupervisedState, superviseProcess } from '../src/supervised-process.ts'

/** Reports readiness only after the stop request, like a process that is stopped during its start. */
const LATE = `
process.on('message', ({ type }) => {
  if (type !== 'stop') return
  process.send({ type: 'ready' }, () => process.disconnect())
})
process.send({ type: 'listening' })
`

test('a process stopped during startup is not restarted', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'late.cjs')
  writeFileSync(file, LATE)
  const states: SupervisedState['status'][] = []
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const supervised = superviseProcess({
    file: process.execPath,
    args: [file],
    env: {},
    onOutput: () => undefined,
    onMessage: () => resolve(),
    onChange: ({ status }) => states.push(status),
  })
  await listening
  await supervised.close()
  expect(states).toEqual(['closed'])
  expect(supervised.state()).toMatchObject({ status: 'closed', restarts: 0 })
})
