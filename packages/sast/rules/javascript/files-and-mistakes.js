const fs = require('fs')
const os = require('os')
const path = require('path')
const jwt = require('jsonwebtoken')

// ruleid: javascript-world-writable-file
fs.chmodSync('data', 0o777)
const mode = 0o666
// todoruleid: javascript-world-writable-file
fs.chmod('data', mode, done)
// ok: javascript-world-writable-file
fs.chmodSync('data', 0o600)
// ok: javascript-world-writable-file
fs.chmodSync('run', 0o755)

// ruleid: javascript-insecure-temporary-file
fs.writeFileSync('/tmp/app.log', text)
// ruleid: javascript-insecure-temporary-file
fs.writeFileSync(path.join(os.tmpdir(), 'app.log'), text)
// ok: javascript-insecure-temporary-file
fs.writeFileSync(path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'app-')), 'log'), text)

// ruleid: javascript-toctou-race
if (!fs.existsSync(file)) {
  fs.writeFileSync(file, text)
}
// ok: javascript-toctou-race
fs.writeFileSync(file, text, { flag: 'wx' })

function may(user) {
  // ruleid: javascript-assignment-in-condition
  if (user.admin = true) {
    return true
  }
  // ok: javascript-assignment-in-condition
  if (user.admin === true) {
    return true
  }
  // ruleid: javascript-condition-always-true
  if (user.role === 'admin' || 'owner') {
    return true
  }
  // ok: javascript-condition-always-true
  if (user.role === 'admin' || user.role === 'owner') {
    return true
  }
  return false
}

// ruleid: javascript-uninitialized-buffer
const old = new Buffer(100)
// ok: javascript-uninitialized-buffer
const zeros = Buffer.alloc(100)
// ruleid: javascript-redos
const slow = /^(a+)+$/.test(text)
// ok: javascript-redos
const fast = /^a+$/.test(text)

function checked(token, key) {
  // ruleid: javascript-authentication-error-ignored
  try {
    jwt.verify(token, key, { algorithms: ['RS256'] })
  } catch (error) {}
  // ok: javascript-authentication-error-ignored
  try {
    jwt.verify(token, key, { algorithms: ['RS256'] })
  } catch (error) {
    throw new Error('refused', { cause: error })
  }
}
