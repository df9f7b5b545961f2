const { exec: run } = require('child_process')
const sql = require('mssql')

async function names(pool) {
  const request = pool.request()
  request.input('kind', sql.Int, 3)
  const { recordset } = await request.query('select name from files where kind = @kind')
  // ok: javascript-request-to-command
  run('show ' + recordset[0].name)
}
