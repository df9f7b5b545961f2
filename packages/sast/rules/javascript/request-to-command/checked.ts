import { exec } from 'node:child_process'
import express from 'express'
import { z } from 'zod'

const app = express()
const Query = z.object({ kind: z.enum(['a', 'b']), count: z.coerce.number().int(), id: z.string().uuid(), name: z.string() })
const Loose = z.object({ kind: z.enum(['a', 'b']).transform((kind) => kind), at: z.string().min(3), all: z.any() })

app.get('/checked', (req, res) => {
  const { kind, count, id, name } = Query.parse(req.query)
  // ok: javascript-command-injection
  exec(`tool --kind ${kind} --count ${count}`)
  // ok: javascript-command-injection
  exec(`tool --id ${id}`)
  // ruleid: javascript-command-injection
  exec(`tool --name ${name}`)
  const checked = Query.safeParse(req.query)
  if (!checked.success) return res.status(400).end()
  // ok: javascript-command-injection
  exec(`tool --count ${checked.data.count}`)
  // ruleid: javascript-command-injection
  exec(`tool --name ${checked.data.name}`)
  const loose = Loose.parse(req.query)
  // ruleid: javascript-command-injection
  exec(`tool --at ${loose.at}`)
  // ruleid: javascript-command-injection
  exec(`tool --all ${loose.all}`)
  const one = z.enum(['a', 'b']).parse(req.query.one)
  // ok: javascript-command-injection
  exec(`tool --one ${one}`)
})

app.get('/switch', (req, res) => {
  switch (req.query.kind) {
    case 'a':
    case 'b':
      // ok: javascript-command-injection
      exec('tool ' + req.query.kind)
      // ruleid: javascript-command-injection
      exec('tool ' + req.query.other)
      break
    default:
      // ruleid: javascript-command-injection
      exec('tool ' + req.query.kind)
  }
  if (['a', 'b'].includes(req.query.one)) {
    // ok: javascript-command-injection
    exec('tool ' + req.query.one)
  }
  // ruleid: javascript-command-injection
  exec('tool ' + req.query.one)
})
