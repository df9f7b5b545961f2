const { exec: run } = require('child_process')
const web = require('express')

// ruleid: javascript-command-injection
require('express')().get('/', (q, r) => run(q.query.name))
web.Router().use((a, b, next) => {
  // ruleid: javascript-command-injection
  run(a.query.name)
  // ok: javascript-command-injection
  run(a.user.folder)
})
web().get('/direct', (a, b) => {
  // ruleid: javascript-command-injection
  run(a.query.name)
})

const site = web()
site
  .route('/x')
  .get((a, b) => {
    // ruleid: javascript-command-injection
    run(a.query.name)
  })
  .post(async (a, b) => {
    // ruleid: javascript-command-injection
    run(a.body.name)
  })
site.use(function (a, b) {
  // ruleid: javascript-command-injection
  run(a.headers.name)
})
site.use((problem, a, b, next) => {
  // ruleid: javascript-command-injection
  run(a.query.name)
})
site.get('/list', [
  check,
  (a, b) => {
    const { query } = a
    // ruleid: javascript-command-injection
    run(query.name)
  },
])
site.get('/before', before)
function before(a, b) {
  // ruleid: javascript-command-injection
  run(a.query.name)
}
const after = (a, b) => {
  // ruleid: javascript-command-injection
  run(a.query.name)
}
site.get('/after', after)

module.exports = (app) => {
  app.get('/given', (a, b) => {
    // ruleid: javascript-command-injection
    run(a.query.name)
  })
}

// Calls with the same words that are no routes.
$.get('/data', function (data, status) {
  // ok: javascript-command-injection
  run(data.body)
})
cache.get('key', (a, b) => {
  // ok: javascript-command-injection
  run(a.body)
})
function local(a, b) {
  // ok: javascript-command-injection
  run(a.query.name)
}
