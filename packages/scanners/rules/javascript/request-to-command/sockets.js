const { exec: run } = require('child_process')
const { Server } = require('socket.io')
const { WebSocketServer } = require('ws')
const { ipcMain } = require('electron')

const io = new Server(3000)

io.on('connection', (socket) => {
  socket.on('show', (message, done) => {
    // ruleid: javascript-request-to-command
    run('show ' + message.name)
    done()
  })
  socket.on('move', async ({ from, to }) => {
    // ruleid: javascript-request-to-command
    run('mv ' + from)
  })
  socket.on('copy', (from, to) => {
    // ruleid: javascript-request-to-command
    run('cp ' + to)
  })
  // ruleid: javascript-request-to-command
  run('show ' + socket.handshake.query.name)
  socket.on('disconnect', (reason) => {
    // ok: javascript-request-to-command
    run('log ' + reason)
  })
})

new WebSocketServer({ port: 8080 }).on('connection', function (ws) {
  ws.on('message', function (data) {
    const message = JSON.parse(data)
    // ruleid: javascript-request-to-command
    run('show ' + message.name)
  })
})

ipcMain.handle('show', async (event, name) => {
  // ruleid: javascript-request-to-command
  run('show ' + name)
})

process.on('exit', (code) => {
  // ok: javascript-request-to-command
  run('log ' + code)
})
