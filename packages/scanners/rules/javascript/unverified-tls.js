const https = require('https')

// ruleid: javascript-unverified-tls
https.get({ host: 'example.org', rejectUnauthorized: false }, done)
// ok: javascript-unverified-tls
https.get({ host: 'example.org', rejectUnauthorized: true }, done)
// ok: javascript-unverified-tls
https.get({ host: 'example.org' }, done)
