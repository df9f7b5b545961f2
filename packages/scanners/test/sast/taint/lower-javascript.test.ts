import { expect, test } from 'vitest'
import { lowerText, printFile } from './print-ir.ts'

test('a call of an imported function in a callback', async () => {
  const code = "const { exec } = require('child_process')\napp.get('/', (req, res) => exec(`ls ${req.query.dir}`))\n"
  expect(printFile(await lowerText('a.js', code))).toContain('child_process.exec(r')
})
