const { exec: run } = require('child_process')
const sql = require('mssql')

async function names(pool, req, res) {
  const request = pool.request()
  request.input('kind', sql.Int, 3)
  const { recordset } = await request.query('select name from files where kind = @kind')
  // ok: javascript-command-injection
  run('show ' + recordset[0].name)
  // ruleid: javascript-command-injection
  run('show ' + req.query.name)
  res.end()
}
