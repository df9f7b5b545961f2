import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const app = new Koa()
app.use(bodyParser())

app.use(async (ctx) => {
  const { branch } = ctx.request.body
  if (!/^[a-z0-9][a-z0-9_-]{0,60}$/.test(branch)) {
    ctx.throw(400, 'No such branch')
  }
  const args = ['log', '--oneline', '-n', '20', branch]
  const git = spawn('git', args, { cwd: '/srv/repo' })
  let log = ''
  git.stdout.on('data', (chunk) => {
    log += chunk
  })
  await once(git, 'close')
  ctx.body = log
})

app.listen(3000)
