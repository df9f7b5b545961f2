const path = require('node:path')
const fs = require('node:fs/promises')
const express = require('express')
const multer = require('multer')

const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 1_000_000 } })
const router = express.Router()

class AvatarFolder {
  constructor(root) {
    this.root = root
  }

  async keep(owner, name, bytes) {
    const target = path.join(this.root, owner, name)
    await fs.writeFile(target, bytes)
    return target
  }
}

const avatars = new AvatarFolder('/srv/avatars')

router.post('/me/avatar', upload.single('avatar'), async (req, res) => {
  const title = path.basename(req.body.filename) + '.png'
  await avatars.keep(String(req.user.id), title, req.file.buffer)
  res.status(201).json({ stored: true })
})

module.exports = router
