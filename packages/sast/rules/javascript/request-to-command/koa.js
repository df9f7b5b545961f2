const { exec: run } = require('node:child_process')
const Koa = require('koa')
const Router = require('@koa/router')

const router = new Router()

router.get('/files/:name', async (ctx) => {
  // ruleid: javascript-command-injection
  run('show ' + ctx.params.name)
  // ruleid: javascript-command-injection
  run('show ' + ctx.query.name)
  // ruleid: javascript-command-injection
  run('show ' + ctx.querystring)
  // ruleid: javascript-command-injection
  run('show ' + ctx.get('x-name'))
  // ruleid: javascript-command-injection
  run('show ' + ctx.cookies.get('name'))
  // ruleid: javascript-command-injection
  run('show ' + ctx.request.header['x-name'])
  // ok: javascript-command-injection
  run('show ' + ctx.status)
  // ok: javascript-command-injection
  run('show ' + ctx.state.kind)
})

router.post('/files', async ({ request, response }) => {
  // ruleid: javascript-command-injection
  run('show ' + request.body.name)
  response.body = 'done'
})

new Koa().use(async function (ctx, next) {
  const { name } = ctx.request.body
  // ruleid: javascript-command-injection
  run(`show ${name}`)
  await next()
})
