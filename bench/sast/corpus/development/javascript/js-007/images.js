const { execSync } = require('node:child_process')
const { createReadStream } = require('node:fs')

function geometry(width) {
  return width.trim() + 'x'
}

async function makeThumbnail(source, width) {
  const target = '/tmp/thumbs/latest.jpg'
  execSync(`convert ${source} -resize ${geometry(width)} ${target}`)
  return createReadStream(target)
}

module.exports = { makeThumbnail }
