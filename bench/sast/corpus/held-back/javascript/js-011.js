import fs from 'node:fs'
import path from 'node:path'
import yauzl from 'yauzl'

/** Unpacks an archive that a customer has uploaded. */
export function unpack(archive, folder, done) {
  yauzl.open(archive, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
    if (error) return done(error)
    zip.on('end', () => done())
    zip.on('entry', (entry) => {
      const name = entry.fileName.toString('utf8')
      const target = path.join(folder, name)
      const inside = path.relative(folder, target)
      if (name.endsWith('/') || inside.startsWith('..') || path.isAbsolute(inside)) return zip.readEntry()
      fs.mkdirSync(path.dirname(target), { recursive: true })
      zip.openReadStream(entry, (problem, stream) => {
        if (problem) return done(problem)
        stream.pipe(fs.createWriteStream(target))
        stream.on('end', () => zip.readEntry())
      })
    })
    zip.readEntry()
  })
}
