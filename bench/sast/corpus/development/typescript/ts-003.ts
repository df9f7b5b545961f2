import { execSync } from 'node:child_process'
import express from 'express'

type Level = 'low' | 'high'
const LEVELS: Record<Level, string> = { low: '--quality=30', high: '--quality=90' }

function flagOf(level: string): string {
  return level === 'high' ? LEVELS.high : LEVELS.low
}

const app = express()

app.post('/optimise', (req, res) => {
  const flag = flagOf(req.query.level as string)
  const output = execSync(`jpegoptim ${flag} /srv/uploads/current.jpg`, { encoding: 'utf8' })
  res.send(output.trim())
})

app.listen(3000)
