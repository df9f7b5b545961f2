import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const app = new Koa()
app.use(bodyParser())

app.use(async (ctx) => {
  const { branch } = ctx.request.body

  const args = ['log', '--oneline', '-n', '20', branch]
  const git = spawn('git', args, { cwd: '/srv/repo', shell: true })
  let log = ''
  git.stdout.on('data', (chunk) => {
    log += chunk
  })
  await once(git, 'close')
  ctx.body = log
})

app.listen(3000)
